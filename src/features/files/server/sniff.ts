import { extensionOf, mediaTypes, textTypes, typeOfName, type MediaType } from "../rules.ts";
import { decodeText } from "./plainText.ts";

/**
 * The type of a file by its bytes, with the name deciding among kinds of text only. Null when it is none of ours or
 * when name and bytes contradict each other: a PNG called `report.pdf` would open in the wrong program.
 */
export async function sniffType(name: string, bytes: Uint8Array): Promise<MediaType | null> {
  const promised = typeOfName(name);
  if (promised === null && extensionOf(name) !== "") return null;
  if (promised !== null && textTypes.has(promised)) return decodeText(bytes) === null ? null : promised;

  const { fileTypeFromBuffer } = await import("file-type");
  // `audio/ogg; codecs=opus` is an Ogg file.
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime.split(";")[0];
  if (promised !== null) return found === promised ? promised : null;
  if (found === undefined) return decodeText(bytes) === null ? null : "text/plain";
  return mediaTypes.find((type) => type === found) ?? null;
}
