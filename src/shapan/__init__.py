"""Shapan (沙盘, sand table): historical wargames with every rule enforced."""

__version__ = "0.1.0.dev0"
