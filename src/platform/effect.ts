import type { z } from "zod";
import { ProductError } from "#src/kit/errors.ts";
import type { Deps } from "./deps.ts";
import type { Db } from "./tables.ts";

/** What the record of a proposal is made with, inside the transaction of `db`. */
export interface EffectContext extends Pick<Deps, "now" | "newId"> {
  db: Db;
  userId: string;
  /** The run that proposed the record, and its project. */
  runId: string;
  projectId: string;
  /** Id of the record that the proposal named by `dependsOn` became; null where none is named. */
  dependency: string | null;
}

export interface RemoveContext extends Pick<EffectContext, "db" | "now"> {
  /** Of the proposal that made the record. */
  payload: Record<string, unknown>;
}

/** A record that makes the proposed one needless. Undoing the proposal leaves it alone. */
export interface OlderRecord {
  id: string;
  isOlder: true;
}

/** How the record of an applied proposal follows what its edited document proposes. */
export interface Revision {
  /** Fields of the payload that an update may write, of a record that was made with it. */
  fields(payload: Record<string, unknown>): readonly string[];
  /** @returns those fields as the record has them, or null when it was deleted; `isFinal` when it has gone out */
  read(userId: string, recordId: string, db: Db): Promise<{ fields: Record<string, unknown>; isFinal: boolean } | null>;
  /** @param fields some of them, as the schema parses them */
  write(
    userId: string,
    recordId: string,
    fields: Record<string, unknown>,
    context: Pick<RemoveContext, "db" | "now">,
  ): Promise<void>;
}

/** What a finished run can propose, `{ lead: true }`; each area adds its kind where it says how a record is made. */
export interface EffectKinds {}

/** How one area turns a proposal of a run into a record of its own, and takes it away again. */
export interface Effect<Payload> {
  kind: keyof EffectKinds;
  /** What the payload of such a proposal must be. */
  schema: z.ZodType<Payload>;
  /** Name of the payload's field that holds the key of another proposal this one hangs on: `outcomeKey`. */
  dependsOn?: string;
  /** @returns the id of the record; of one that the person had before and that stays as it is */
  create(payload: Payload, context: EffectContext): Promise<string | OlderRecord>;
  /**
   * Takes a record away. What the person deleted before is gone already, and that is as good.
   * @returns false for a record that has gone on since and stays
   */
  remove(userId: string, recordId: string, context: RemoveContext): Promise<boolean>;
  /** Absent in areas whose records go on by themselves. */
  revision?: Revision;
  /**
   * Erases what was deleted of a run's records, so that it cannot be brought back.
   * @returns whether nothing of the run is left
   */
  erase?(userId: string, runId: string, db: Db): Promise<boolean>;
}

/** The effect of every kind of proposal. */
export type Effects = { readonly [Kind in keyof EffectKinds]: Effect<unknown> };

/** Refuses a proposal that its area cannot take. */
export const invalidProposal = (): ProductError =>
  new ProductError("proposal.invalid", { status: 422, message: "The suggestion isn't valid" });
