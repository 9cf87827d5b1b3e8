"""What holds for every test: how property tests are run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long a draw takes tells of the machine and of what else runs on it, not of the code: no test fails by the clock.
settings.register_profile("by-count", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("by-count")
