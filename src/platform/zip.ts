import { setImmediate as nextTurn } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** Bytes that are compressed in one go, so that other requests get their turn. */
const portion = 262_144;
/** Longest name of a file or folder in the archive, UTF-16 units. */
const longestName = 120;

/** A name that every file system takes, and that leads nowhere else. */
function safeName(name: string): string {
  let plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, " ")
    .replace(/^[. ]+/, "")
    .slice(0, longestName)
    .toWellFormed();
  // Some file systems drop dots and blanks at the end.
  while (plain.endsWith(".") || plain.endsWith(" ")) plain = plain.slice(0, -1);
  return plain === "" ? "_" : plain;
}

export interface ZipWriter {
  /**
   * Writes one file; parts of its path are made safe, and a name that is taken gets a number.
   * @param isPacked compressed already, as images and archives are
   */
  add: (path: string, content: AsyncIterable<Uint8Array> | Uint8Array, isPacked?: boolean) => Promise<void>;
  end: () => void;
}

/** A ZIP archive as it is written. @param write gets each piece, in order */
export function createZip(write: (chunk: Uint8Array) => void): ZipWriter {
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    write(chunk);
  });
  const taken = new Set<string>();
  const freePath = (path: string): string => {
    const parts = path.split("/").map(safeName);
    const last = parts.pop() ?? "_";
    const [, stem = last, ending = ""] = /^(.+?)(\.[^.]{1,10})?$/.exec(last) ?? [];
    for (let number = 1; ; number += 1) {
      const free = [...parts, number === 1 ? last : `${stem} (${number})${ending}`].join("/");
      // Some file systems know no capitals.
      const key = free.normalize("NFC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return free;
    }
  };
  return {
    async add(path, content, isPacked = false) {
      const name = freePath(path);
      const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      zip.add(file);
      for await (const bytes of content instanceof Uint8Array ? [content] : content) {
        for (let at = 0; at < bytes.length; at += portion) {
          file.push(bytes.subarray(at, at + portion));
          await nextTurn();
        }
      }
      file.push(new Uint8Array(0), true);
    },
    end: () => zip.end(),
  };
}
