"""Style layers to stack on a theme, such as ``["cardplot.card", "cardplot.styles.column"]``."""

if __spec__ is not None and type(__spec__.loader).__name__ == "zipimporter":
    from cardplot._zipped import unpack

    unpack(__spec__)
