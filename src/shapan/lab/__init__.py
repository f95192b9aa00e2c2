"""The laboratory: random games by the thousand, invariants, coverage of the rulebook, measurements."""
