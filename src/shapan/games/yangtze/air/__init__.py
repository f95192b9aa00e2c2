"""10, S15 Aircraft: ``flight`` is how they fly and where they attack, ``anti_air`` who fires at them, ``raids`` what
their bombs and machine guns do."""
