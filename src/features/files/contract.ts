import { z } from "zod";
import { id, instant, page, text } from "#src/kit/schemas.ts";
import { maxRecordingBytes, mediaTypes } from "./rules.ts";

/** A file of a person as programs see it. Its bytes come from `GET /api/files/{id}`. */
export const fileRecord = z.strictObject({
  id,
  name: text(255, 1),
  mediaType: z.enum(mediaTypes),
  /** Bytes. */
  size: z.int().min(1).max(maxRecordingBytes),
  /** False for images and for documents without readable words, such as a scan. */
  hasText: z.boolean(),
  /** Length of the sound of a recording; null where it is unknown and for every other file. */
  seconds: z.number().min(0).nullable(),
  dateCreated: instant,
});
export type FileRecord = z.infer<typeof fileRecord>;

/** Query of `GET /api/files`; newest first, `cursor` is the last id seen. */
export const fileListQuery = page.extend({ cursor: id.optional() });
export type FileListQuery = z.infer<typeof fileListQuery>;
