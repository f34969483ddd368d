"""The rooms behind the bars."""
