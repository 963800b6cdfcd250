"""Puts the makers of this folder's facts on the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
