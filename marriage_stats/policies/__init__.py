"""Decision rules: one policy a file, all on the same view."""
