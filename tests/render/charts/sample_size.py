"""How many charts of each type are drawn by each renderer, one look after another.

A rule that a type breaks, it breaks in nearly every chart; `make soak` draws twice as many for what
only some looks or sizes bring about.
"""

import os

SAMPLES = 16 if os.environ.get("FIGLOOM_SOAK") else 8
