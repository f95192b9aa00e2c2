"""5.0, S6 Orders: ``cards`` are chosen in secret and turned up together, ``stances`` are what goes with them. In
``plans`` a side says how its units carry them out, ``planned`` is what each will do, ``candidates`` are ways worth
offering. While a side declares or plans nothing else changes: ``standstill`` keeps what has been worked out."""
