"""The Cave beside the main board: guests come in, leave, and take with them what they found.

- ``marks``, ``sheets``: what a guest brings, as it is typed
- ``outside``: who is not in the Cave; ``course``: set-up, turns, coming in; ``leaving``: out again, with an exit card
- ``exit_card``, ``notes``: what of a visit is to be written down outside
- ``sayings``: what the table says: numbers, changes, Spells, the end
"""
