import type { AnyProcedure } from "@orpc/server";
import type { Hono } from "hono";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Config } from "./config.ts";
import type { SoftDeleted } from "./deletion.ts";
import type { Deps } from "./deps.ts";
import type { Effects } from "./effect.ts";
import type { FeatureExports } from "./export.ts";
import type { RequestEnv, SessionOf } from "./http/requestContext.ts";
import type { Db, Tables } from "./tables.ts";

/** Whose the rows of a table are, and what becomes of them when the person's account is deleted. */
export type Ownership =
  /** Rows of a person, erased with the account. */
  | ({ owner: string } & Exported)
  /** Rows of a person that stay under an id which names nobody any more. */
  | ({ owner: string; outlivesAccount: true } & Exported)
  /** Rows that belong to a row of another table and go with it. */
  | ({ partOf: keyof Tables; by: string } & Exported)
  /** Nobody's; the reason why. */
  | { nobody: string };

interface Exported {
  /** Columns that are not in the archive of everything a person owns: what opens something, or is in it as a file. */
  withheld?: readonly string[];
}

/** Old rows that the operator may limit. */
export interface Retention {
  /** What goes, as the log names it. */
  of: string;
  /** Setting that says after how many days; 0 keeps them for ever. Absent for what goes with the next clean-up. */
  days?: keyof RetentionConfig;
  /**
   * Removes up to `limit` of what is older than `before`: runs, projects or people, so that locks are short.
   * @returns how many rows; 0 when nothing is left
   */
  purge: (before: Date, limit: number, deps: RetentionDeps) => Promise<number>;
}

export type RetentionConfig = Pick<
  Config,
  "keepProposalsDays" | "keepRevisionsDays" | "keepRevisions" | "keepSnapshotsDays" | "keepRunsDays"
>;
export type RetentionDeps = Pick<Deps, "db" | "storage" | "now"> & { config: RetentionConfig };

/** A person who is being created. */
export interface NewPerson {
  id: string;
  /** Of the page where the person signed up. */
  language: AppLanguage | undefined;
  /** Code of the invite that the person came with, as it was sent; nobody has looked at it. */
  inviteCode?: string | undefined;
}

/**
 * What a feature brings to the server. `src/server/features.ts` lists the manifests; routes, schema, clean-up and the
 * matrices of the security tests follow from them.
 */
export interface FeatureManifest {
  /** Name of its folder. */
  name: string;
  /** Calls of the contract, by the key of their part in `src/features/contract.ts`. */
  handlers?: Readonly<Record<string, Readonly<Record<string, AnyProcedure>>>>;
  /** Plain routes, for what is no JSON call. Paths are absolute. */
  routes?: (deps: Deps, sessionOf: SessionOf) => Hono<RequestEnv>;
  /** Every table of the feature. */
  tables?: { readonly [Name in keyof Tables]?: Ownership };
  /**
   * SQL by the name of the step. Steps run in the order of their names; several features may add to one step, in the
   * order of the list. Released steps are never edited: a change is a new step.
   */
  migrations?: Readonly<Record<string, readonly string[]>>;
  /** Every table whose rows are marked as deleted first, and how they are erased a day later. */
  softDeleted?: readonly SoftDeleted[];
  /** In this order. */
  retention?: readonly Retention[];
  /** What the archive of everything a person owns holds beside the tables. */
  exports?: FeatureExports;
  /** What proposals of runs become here. */
  effects?: Partial<Effects>;
  /**
   * Ends what else opens a person's data, in the transaction in which the person takes the account back by a link from a
   * mail: somebody else may have had it.
   */
  takenBack?: (userId: string, trx: Db) => Promise<void>;
  /** What everybody starts with, in the transaction that creates the person. */
  welcome?: (person: NewPerson, trx: Db, deps: Deps) => Promise<void>;
}
