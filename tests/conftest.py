"""What all tests share."""

import os

from hypothesis import settings

# No deadline: the first call of a kernel may compile it. In CI the examples are the same in every run.
settings.register_profile("benben", deadline=None, max_examples=40, derandomize=os.environ.get("CI") == "true")
settings.load_profile("benben")
