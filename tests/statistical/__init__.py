"""Seeded statistical checks; every p-value goes through `checks.check_p`."""
