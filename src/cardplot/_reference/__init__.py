"""The rooms behind reference lines and bands."""
