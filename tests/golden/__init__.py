"""Golden rounds: three readable transcripts a house, and a digest of ten thousand rounds' facts.

They guard change, not truth. After a change that is meant to alter rounds, write them anew with the
reason: python -m tests.golden.write "why rounds changed".
"""
