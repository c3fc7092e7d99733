"""Pictures of views, drawn by Pillow. They know no Discord, no database and no rule."""
