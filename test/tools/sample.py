"""How much of an exhaustive list a run looks at.

The suite takes a sample, so that it stays short; fuzz/exhaustive takes all.
"""
import os


def sample(things, every):
    """One in EVERY of THINGS, the first among them; all in an exhaustive run."""
    return list(things)[::1 if os.environ.get("FENCEPOST_EXHAUSTIVE") else every]
