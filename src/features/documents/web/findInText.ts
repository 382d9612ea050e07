/** Range of a match in UTF-16 units, `to` exclusive. */
export interface Match {
  from: number;
  to: number;
}

/** Matches of one search; more are neither shown nor counted, since nobody would step through them. */
export const maxMatches = 2_000;

/** A text for comparing: small letters, without accents, and for each of its units where it came from. */
function folded(text: string): { text: string; from: number[] } {
  const from: number[] = [];
  let out = "";
  let at = 0;
  for (const sign of text) {
    const plain = /\s/.test(sign) ? " " : sign.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at);
    out += plain;
    at += sign.length;
  }
  from.push(text.length);
  return { text: out, from };
}

/**
 * Matches of words in a text, ignoring case and accents, without overlaps.
 * @param wanted as it was typed; blanks around it do not count
 */
export function matchesIn(text: string, wanted: string): Match[] {
  const needle = folded(wanted.trim()).text;
  if (needle === "") return [];
  const hay = folded(text);
  const found: Match[] = [];
  for (
    let at = hay.text.indexOf(needle);
    at !== -1 && found.length < maxMatches;
    at = hay.text.indexOf(needle, at + needle.length)
  ) {
    const last = at + needle.length;
    const [from, end] = [hay.from[at] ?? 0, hay.from[last - 1] ?? 0];
    // Behind the whole sign of the last unit, with the accents that follow it.
    let to = end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
    const next = hay.from[last];
    if (next !== undefined && next > end) to = next;
    found.push({ from, to });
  }
  return found;
}
