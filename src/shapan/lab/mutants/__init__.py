"""Proof that every rule bites: small changes to the rules, and whether the tests that cite them notice."""

from .report import EQUIVALENT, Mutant, MutantReport, mutants

__all__ = ["EQUIVALENT", "Mutant", "MutantReport", "mutants"]
