"""The rooms behind charts of seeds."""
