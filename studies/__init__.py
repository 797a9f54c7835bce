"""The studies: one module each, found by its slug (`opening-hands` is `opening_hands.py`)."""
