import type { AppLanguage } from "./schemas.ts";

/**
 * Tags that a page's head gets beside the built ones, by path and language; written by the build of the pages, read by
 * the server. The key `*` stands for all other paths.
 */
export type HeadTags = Record<string, Record<AppLanguage, string>>;

/** Name of the file with the HeadTags, beside index.html. */
export const headTagsFile = "head-tags.json";
