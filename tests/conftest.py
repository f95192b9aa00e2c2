"""The example game, known in every test, and profiles of hypothesis.

SHAPAN_HYPOTHESIS chooses a profile; without it every run is the same run.
"""

import os

import tests.toy  # noqa: F401  from now on the Ford is found by its id
from hypothesis import HealthCheck, settings

# No deadlines: a shared machine is slow now and then, and that is no fault of the rule under test.
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("explore", deadline=None, max_examples=200, print_blob=True)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("SHAPAN_HYPOTHESIS", "ci"))
