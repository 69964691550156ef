"""A short hand as scenario text: three seats with 5000 each, the button at 3, Hold'em no limit by the bfsp book."""

HEAD = """
title = "three-handed"
rulebook = "bfsp"
game = "holdem"
limit = "no"
context = "tournament"
blinds = [50, 100]
button = 3
stacks = {1 = 5000, 2 = 5000, 3 = 5000}
"""
DEALT = "shuffle machine\nriffle\ncut\ndeal 1 As\ndeal 2 Kd\ndeal 3 7h\ndeal 1 Ah\ndeal 2 Kc\ndeal 3 7s\n"
