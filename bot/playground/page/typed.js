// A slash command that was written as one line, «/print what: tables paper: A4»: which command, which options.

export const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, FILE = 11;

/** For comparing: small letters without their marks, so that "stol" is found in "Stół". */
export const plainly = (text) => String(text).toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

/** What an option or a choice is called, in every language. */
export const names = (thing) => [thing.name, ...Object.values(thing.name_localizations ?? {})];

/** Whether any words may be its value. */
export const isFree = (option) => option.type === STRING && !option.choices?.length;

/**
 * The values by option, as they were written: {given: Map}. Options are named in any language; words before the first
 * name are the first option's, also with a person's name and a colon. Each name counts once, and not within quotes: "…" or „…”. {unknown}: names no option.
 */
export function readOptions(options, text) {
  const masked = text.replace(/"[^"]*"|„[^”"]*[”"]/g, (quoted) => "x".repeat(quoted.length));
  const marks = [];
  for (const hit of masked.matchAll(/(?<=^|\s)([\p{L}\p{N}_-]+):/gu)) {
    const option = options.find((one) => names(one).some((name) => plainly(name) === plainly(hit[1])));
    if (option && !marks.some((mark) => mark.option === option)) marks.push({ option, start: hit.index, end: hit.index + hit[0].length });
  }
  const given = new Map(marks.map(({ option, end }, place) => [option.name, text.slice(end, marks[place + 1]?.start).trim()]));
  const before = text.slice(0, marks[0]?.start).trim();
  const [first] = options;
  const named = before.match(/^([\p{L}\p{N}_-]+):(?=\s|$)/u);
  const isText = first && isFree(first) && (!marks.length || /^\p{Lu}/u.test(before)); // «Lena: …» is somebody's name
  if (before && (!first || given.has(first.name) || (named && !isText))) return { unknown: named?.[1] ?? before };
  if (before) given.set(first.name, before);
  for (const option of options.filter((one) => !isFree(one) && given.has(one.name))) {
    const within = given.get(option.name).match(/\s([\p{L}\p{N}_-]+):(?=\s|$)/u);
    if (within) return { unknown: within[1] };
  }
  return { given };
}

/** The one of these that is called so, as in a list that grows shorter while one types: null if none is. */
export function called(things, typed) {
  const wanted = plainly(typed);
  const fits = [(name) => name === wanted, (name) => name.startsWith(wanted), (name) => name.includes(wanted)];
  return fits.map((fit) => things.find((thing) => names(thing).some((name) => fit(plainly(name))))).find(Boolean) ?? null;
}
