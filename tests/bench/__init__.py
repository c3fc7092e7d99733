"""Benches: what the design promises, measured; run ``python -m tests.bench``. Not part of ``make test``."""
