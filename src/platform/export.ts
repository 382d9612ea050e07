import type { Deps } from "./deps.ts";
import type { Db } from "./tables.ts";

/** A file of the archive in which a person gets everything that is theirs. */
export interface ExportText {
  /** With folders: `documents/Spring plan.md`. Characters that file systems refuse are replaced. */
  path: string;
  text: string;
}
export interface ExportFile {
  path: string;
  bytes: Uint8Array;
}

/** What a feature adds to the archive, beside its tables as JSON, which are always in it. */
export interface FeatureExports {
  /** Read in the one snapshot of the database that the tables are read in. */
  texts?: (userId: string, trx: Db) => AsyncIterable<ExportText>;
  /** Read after it, one at a time: what is stored beside the database. */
  files?: (userId: string, deps: Pick<Deps, "db" | "storage">) => AsyncIterable<ExportFile>;
}
