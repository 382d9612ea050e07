import type { ColumnType, Generated } from "kysely";

type CreatedAt = ColumnType<Date, Date | undefined, never>;

export interface FileTable {
  /** UUIDv7. */
  id: string;
  user_id: string;
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content in the file storage. */
  hash: string;
  /** SHA-256 of its extracted text in the file storage; null when it has none. */
  text_hash: string | null;
  /** Length of the sound of a recording; 0 for a film without any, null where it is unknown and for other files. */
  seconds: number | null;
  created_at: CreatedAt;
}

/** Text of a page or file that a person's run has read, kept so that quotes can be checked again. */
export interface SnapshotTable {
  user_id: string;
  /** SHA-256 of the text in the file storage. */
  hash: string;
  created_at: Generated<Date>;
  /** Last read by a run, or found to be named by a document. */
  checked_at: Generated<Date>;
}

export interface FileTables {
  file: FileTable;
  snapshot: SnapshotTable;
}

declare module "#src/platform/tables.ts" {
  interface Tables extends FileTables {}
}
