"""What of a page bars people from it: who sees little, hears it read, has no mouse, or holds a telephone."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.async_playwright import Axe

NARROW = 360
"""CSS pixels across of a small telephone."""
FINGER = 44
"""CSS pixels that a finger needs each way."""
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"heading-order": {"enabled": False}},  # the headings within messages are other people's words
}

TOO_SMALL = """finger => {
  const every = "button, a[href], input, select, textarea, [role=option], [role=combobox], [tabindex='0']";
  const found = [];
  const top = document.querySelector("dialog[open]") ?? document;
  for (const one of top.querySelectorAll(every)) {
    const target = one.closest("label") ?? one;
    if (!target.checkVisibility({ visibilityProperty: true }) || one.closest("[inert], .unseen, .skip")) continue;
    if (one.matches(".markdown a, .markdown button, p a")) continue; // within a sentence
    const name = one.outerHTML.slice(0, 90);
    if (!target.checkVisibility({ opacityProperty: true })) found.push(`only seen with a mouse: ${name}`);
    const { width, height } = target.getBoundingClientRect();
    const wide = one.matches("input, select, textarea, [role=option]") ? 0 : width;
    if (height < finger - .5 || (wide && wide < finger - .5)) {
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${name}`);
    }
  }
  for (const pane of [document.documentElement, top, ...top.querySelectorAll("#side, #log, #screen, form")]) {
    if (pane.scrollWidth > pane.clientWidth) found.push(`${pane.id || pane.tagName} is ${pane.scrollWidth} across`);
  }
  return found;
}"""


async def a_telephone(browser: Any) -> Any:
    """A page on a small telephone that is touched, and where nothing may move."""
    context = await browser.browser.new_context(
        viewport={"width": NARROW, "height": 740},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = await context.new_page()
    page.set_default_timeout(15_000)
    return page


async def barriers(page: Any) -> list[str]:
    """Each in a line: what axe-core finds, what a finger misses, what only a mouse can see, what is too broad."""
    return [*(await page.evaluate(TOO_SMALL, FINGER)), *(await unreadable(page))]


async def unreadable(page: Any) -> list[str]:
    """What axe-core finds by day and by night."""
    told = []
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme=scheme)
        found = (await Axe().run(page, options=RULES)).response["violations"]
        told += [
            f"{scheme}, {one['id']}: {node['html'][:140]} {node['failureSummary'].splitlines()[-1].strip()[:200]}"
            for one in found
            for node in one["nodes"]
        ]
    return told
