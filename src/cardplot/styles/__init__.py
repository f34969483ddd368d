"""Style layers to stack on a theme, such as ``["cardplot.card", "cardplot.styles.column"]``."""
