"""What the package costs beside matplotlib and seaborn: ``python -m benchmarks``."""
