/** Control characters besides tab and line feed, and invisible characters that a model would read. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * Letters and bytes in characters without a picture. What writing needs of them stays: tags in the flags of countries
 * within a state, one selector behind a character.
 */
const smuggled =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f})|[\u{e0000}-\u{e007f}]|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu;

/** Rows without blanks at their ends, with at most one empty row between two others. One pass over the text. */
function trimRows(text: string): string {
  const rows: string[] = [];
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf("\n", from);
    const row = text.slice(from, end < 0 ? undefined : end).trimEnd();
    if (row !== "" || (rows.length > 0 && rows.at(-1) !== "")) rows.push(row);
    if (end < 0) break;
    from = end + 1;
  }
  return rows.join("\n").trim();
}

/** Text that a database keeps and a person can see all of: unified line ends, no invisible characters, tidy blanks. */
export function cleanText(text: string): string {
  return trimRows(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u000b\u000c\u0085]/g, "\n")
      .replace(unseen, "")
      .replace(smuggled, "$1"),
  );
}

/** The first `max` UTF-16 units of a text, never half a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
