"""The Cave beside the main board: guests come in, leave, and take with them what they found.

- ``marks``, ``sheets``: what a guest brings, as it is typed
- ``outside``: who is not in the Cave; ``leaving``: out of it, with an exit card (``seeker.exit_card``)
- ``sayings``: what the table says: numbers, changes, Spells, the end
"""
