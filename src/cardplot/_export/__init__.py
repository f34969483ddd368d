"""The rooms behind `save`."""
