"""The rooms behind training curves."""
