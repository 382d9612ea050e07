import type { Proposal } from "#src/features/documents/document.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Effects } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";

/** What runs do when their project or person changes or goes; the composition hands it in, so that neither knows runs. */
export interface OpenWork {
  /** Ends every open run of a person, one transaction each. */
  cancelAll: (userId: string, deps: Deps) => Promise<void>;
  /** The same inside the transaction that deletes the person, who is locked. @returns ids whose jobs are to be cancelled */
  endAll: (userId: string, trx: Db, deps: Deps) => Promise<string[]>;
  /** Ends run and rewrite of one project, inside a transaction. @returns ids whose jobs are to be cancelled */
  cancelOfProject: (userId: string, projectId: string, trx: Db, deps: Deps) => Promise<string[]>;
  /** Replaces the suggestions of a document that was changed by hand, in its transaction. */
  renew: (
    project: { userId: string; projectId: string; workflow: string },
    proposals: Proposal[],
    trx: Db,
    effects: Effects,
  ) => Promise<void>;
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    openWork: OpenWork;
  }
}
