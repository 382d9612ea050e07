/** Largest file a person may keep, bytes; recordings may be larger. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Largest recording, bytes: an hour and a half of music quality, seven hours of speech. */
export const maxRecordingBytes = 100 * 1024 * 1024;

/** All files of one person together, bytes. */
export const maxPersonBytes = 500 * 1024 * 1024;

/** Longest text kept of a file or page, UTF-16 units. */
export const maxTextLength = 1_000_000;

/** Longest file name; file systems and mail programs agree on 255 octets of UTF-8. */
export const maxNameBytes = 255;

/** Everything that may be uploaded, and the name endings each may carry. */
export const fileTypes = {
  "application/pdf": ["pdf"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/webp": ["webp"],
  "text/plain": ["txt"],
  "text/markdown": ["md", "markdown"],
  "text/csv": ["csv"],
  "text/vtt": ["vtt"],
  "application/x-subrip": ["srt"],
  "audio/mpeg": ["mp3"],
  "audio/x-m4a": ["m4a"],
  "audio/wav": ["wav"],
  "audio/ogg": ["ogg"],
  "video/webm": ["webm"],
  "video/mp4": ["mp4"],
} as const satisfies Record<string, readonly string[]>;

export type MediaType = keyof typeof fileTypes;

export const mediaTypes = Object.keys(fileTypes) as MediaType[];

/** Media types whose bytes are text and have no signature of their own. */
export const textTypes: ReadonlySet<MediaType> = new Set<MediaType>([
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/vtt",
  "application/x-subrip",
]);

/** Media types of recordings, which contain speech and no text. */
export const recordingTypes: ReadonlySet<MediaType> = new Set<MediaType>([
  "audio/mpeg",
  "audio/x-m4a",
  "audio/wav",
  "audio/ogg",
  "video/webm",
  "video/mp4",
]);

/** The part behind the last dot in lower case; `""` when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The type a name promises, or null when its ending is none of ours. */
export function typeOfName(name: string): MediaType | null {
  const extension = extensionOf(name);
  return mediaTypes.find((type) => (fileTypes[type] as readonly string[]).includes(extension)) ?? null;
}

/** Largest file of a name, bytes. */
export function maxBytesOf(name: string): number {
  const type = typeOfName(name);
  return type !== null && recordingTypes.has(type) ? maxRecordingBytes : maxFileBytes;
}

/** Control characters, and the marks that reverse reading order: `exe.fdp` would be shown as `pdf.exe`. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** Why a name cannot be kept, in one English sentence, or null when it can. A name is never used as a path. */
export function fileNameProblem(name: string): string | null {
  if (name.trim() === "") return "The file needs a name";
  if (!name.isWellFormed()) return "The file name holds half a character";
  if (unseen.test(name)) return "The file name holds characters that cannot be seen";
  if (/[/\\]/.test(name)) return "The file name must not hold a path";
  if (/^\.+$/.test(name.trim())) return "The file needs a name";
  if (new TextEncoder().encode(name).length > maxNameBytes) return `The file name is longer than ${maxNameBytes} bytes`;
  return null;
}
