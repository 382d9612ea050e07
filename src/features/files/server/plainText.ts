/**
 * Text of bytes without a signature: UTF-8, UTF-16 with its mark, or Windows-1252 as old office programs write it.
 * Null when the bytes are no text.
 * @param charset what the sender said, believed only when the bytes agree
 */
export function decodeText(bytes: Uint8Array, charset = ""): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs("utf-16be", bytes);
  if (charset !== "" && !/^utf-?8$/i.test(charset)) {
    const said = decodeAs(charset, bytes);
    if (said !== null) return said;
  }
  return decodeAs("utf-8", bytes) ?? decodeAs("windows-1252", bytes);
}

/** Control characters that no text holds. Escape is let through: terminals' logs carry it. */
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

function decodeAs(charset: string, bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return binary.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** When a cue begins, `[00:12:03] `; `""` when it does not say. Hours may be missing in WebVTT. */
function cueTime(row: string): string {
  const [, hours = "00", rest = ""] = /^\s{0,20}(?:(\d{1,3}):)?(\d{2}:\d{2})[.,]\d{3}/.exec(row) ?? [];
  return rest === "" ? "" : `[${hours.padStart(2, "0")}:${rest}] `;
}

/**
 * Spoken words of WebVTT or SubRip, each cue behind the time at which it begins: no cue numbers, styles or notes;
 * `<v Ada>` becomes `Ada: `. What a cue repeats of the one before is left out, as subtitles that roll do.
 */
export function transcriptWords(text: string): string {
  const lines: string[] = [];
  let last = "";
  for (const cue of text.replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    const rows = cue.split("\n");
    const time = rows.findIndex((row) => row.includes("-->"));
    if (time < 0) continue;
    let at = cueTime(rows[time] ?? "");
    for (const row of rows.slice(time + 1)) {
      const words = row
        .replace(/<v(?:\.[^\s<>]*)?[ \t]([^<>]+)>/g, (_, name: string) => `${name.trim()}: `)
        .replace(/<[^<>]*>/g, "")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&nbsp;/g, " ")
        .replace(/&amp;/g, "&")
        .trim();
      if (words === "" || words === last) continue;
      lines.push(`${at}${words}`);
      last = words;
      at = "";
    }
  }
  return lines.join("\n");
}

/** The charset that a page declares in its first kilobyte, as browsers look for it; `""` when there is none. */
export function metaCharset(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  for (const [tag] of head.matchAll(/<meta\b[^<>]*>/gi)) {
    const said = /charset=["']?([\w-]{1,40})/i.exec(tag.replace(/\s+/g, ""))?.[1];
    if (said !== undefined) return said;
  }
  return "";
}
