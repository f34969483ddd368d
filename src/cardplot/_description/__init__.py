"""The rooms behind `describe` and `figure_data`."""
