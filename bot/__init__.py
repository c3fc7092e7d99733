"""The Discord bot: sessions, store, prompts, narration, and a playground to try it without Discord."""
