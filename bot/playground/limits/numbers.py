"""Discord's numbers, as (least, most) pairs of characters or of items (docs: resources/message)."""

from __future__ import annotations

Span = tuple[int, int]

CONTENT = (0, 2000)
NONCE = (0, 25)
ALLOWED_MENTIONS = (0, 100)
EMBEDS = (0, 10)
EMBED_TOTAL = 6000
EMBED_FIELDS = (0, 25)
EMBED_TEXTS: dict[str, Span] = {"title": (0, 256), "description": (0, 4096), "url": (0, 2048)}
EMBED_PARTS: dict[str, dict[str, Span]] = {
    "footer": {"text": (1, 2048), "icon_url": (0, 2048)},
    "author": {"name": (1, 256), "url": (0, 2048), "icon_url": (0, 2048)},
}
EMBED_FIELD: dict[str, Span] = {"name": (1, 256), "value": (1, 1024)}

ATTACHMENTS = (0, 10)
FILE_BYTES = 10 * 1024 * 1024
REQUEST_BYTES = 25 * 1024 * 1024
ALT_TEXT = (0, 1024)

CUSTOM_ID = (1, 100)
ROWS = (1, 5)
BUTTONS_IN_ROW = (1, 5)
BUTTON_LABEL = (0, 80)
BUTTON_URL = (1, 512)
COMPONENTS_V2 = 40
TEXT_V2 = 4000
SECTION_TEXTS = (1, 3)
GALLERY_ITEMS = (1, 10)
CONTAINER_CHILDREN = (1, 40)

SELECT_OPTIONS = (1, 25)
SELECT_OPTION: dict[str, Span] = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
PLACEHOLDER = (0, 150)
MIN_VALUES = (0, 25)
MAX_VALUES = (1, 25)

MODAL_TITLE = (1, 45)
MODAL_COMPONENTS = (1, 5)
LABEL: dict[str, Span] = {"label": (1, 45), "description": (0, 100)}
TEXT_INPUT: dict[str, Span] = {"label": (1, 45), "placeholder": (0, 100), "value": (0, 4000)}
TEXT_INPUT_MIN = (0, 4000)
TEXT_INPUT_MAX = (1, 4000)
RADIO_OPTIONS = (2, 10)
CHECKBOX_OPTIONS = (1, 10)
UPLOADS_MIN = (0, 10)
UPLOADS_MAX = (1, 10)

CHOICES = (0, 25)
CHOICE_NAME = (1, 100)
CHOICE_TEXT = (0, 100)

# docs: interactions/application-commands
COMMANDS_BY_TYPE = {1: 100, 2: 15, 3: 15}
COMMAND_NAME = (1, 32)
COMMAND_DESCRIPTION = (1, 100)
COMMAND_OPTIONS = (0, 25)
COMMAND_TOTAL = 8000
INT53 = (1 - (1 << 53), (1 << 53) - 1)
OPTION_MIN_LENGTH = (0, 6000)
OPTION_MAX_LENGTH = (1, 6000)

CHANNEL_NAME = (1, 100)
# docs: reference#locales
LOCALES = frozenset([
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
])  # fmt: skip
