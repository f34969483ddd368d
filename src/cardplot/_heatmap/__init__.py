"""The rooms behind matrices."""
