"""The Cave beside the main board: guests come in, and leave with what they found.

- ``marks``, ``sheets``: the guest's sheet as typed by its player
- ``outside``: guests outside the Cave, coming in and leaving
"""
