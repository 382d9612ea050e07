import type { AppLanguage } from "./schemas.ts";

/**
 * Tags that a page's head gets beside the built ones, by path and language; written by the build of the pages, read by
 * the server. The key `*` stands for all other paths.
 */
export type HeadTags = Record<string, Record<AppLanguage, string>>;

/**
 * Pages that the client knows, paths without a language; `*` stands for one part. Written by the build of the pages,
 * read by the server, which answers everything else as not found.
 */
export interface ClientRoutes {
  pages: string[];
  /** Absent in production. */
  development: string[];
}

/** Name of the file with the ClientRoutes, beside index.html. */
export const clientRoutesFile = "client-routes.json";

/** Folder beside index.html with what the server renders the start page with: `render.js` and `head.html`. */
export const startPageFolder = "start-page";

/** Name of the file with the HeadTags, beside index.html. */
export const headTagsFile = "head-tags.json";
