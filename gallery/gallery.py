"""Makes `python gallery/stage_path.py` work.

Python looks for the modules of a script that is run by its path in the script's own folder. There,
`import gallery` finds this file, and `__path__` makes it stand for the package in that folder.
"""

from pathlib import Path

__path__ = [str(Path(__file__).parent)]
