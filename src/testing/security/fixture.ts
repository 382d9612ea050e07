import type { Tables } from "#src/platform/tables.ts";
import type { TestProduct } from "#src/testing/openProduct.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";

/** One record of each kind that a person can own; each feature adds its own beside its fixture. */
export interface Belongings {}

/** One call as its owner makes it. */
export interface Row {
  /** With its parameters filled in. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** What the owner gets. */
  status: number;
  /**
   * What another signed-in person gets for the very same request: `notFound` where it names a record of the owner,
   * `own` where it reaches nothing but the asker's own, else the status of the refusal.
   */
  other: "notFound" | "own" | 403 | 404 | 409;
}

/**
 * What each route does, by method and path.
 * @param has what the owner has
 * @param asker who sends it
 */
export type Rows = Record<string, (has: Belongings, asker: Person) => Row>;

/** How a record is taken away and brought back. */
export interface Deletion {
  id: (has: Belongings) => string;
  remove: (person: Person, id: string) => Promise<Answer>;
  restore: (person: Person, id: string) => Promise<Answer>;
  /** A change of it while it is away. */
  change: (person: Person, id: string) => Promise<Answer>;
}

/** Sends a text into one field and answers what is read back later. */
export type TextField = (text: string) => Promise<{ answer: Answer; read: () => Promise<unknown> }>;

/** What the matrices of the security tests need of a feature; `features/<name>/server/testFixture.ts`. */
export interface FeatureFixture {
  /** Makes one record of each kind over HTTP. @param has what features before it in the list have made */
  furnish?: (person: Person, has: Belongings) => Promise<Partial<Belongings>>;
  /** The record that its calls take by `id`. */
  recordId?: (has: Belongings) => string;
  /** Every route of the feature that is not public. */
  rows: Rows;
  /** Further ones, which take things away or bring them back: called in this order after all rows of all features. */
  removals?: Rows;
  /** Where its records are listed and shown. */
  shown?: (has: Belongings) => string[];
  /** Every table whose rows are marked as deleted; null where no call does it. */
  deletions?: { [Name in keyof Tables]?: Deletion | null };
  /** Makes a record that names the one of another table, which will go. */
  linkTo?: {
    [Name in keyof Tables]?: (person: Person, has: Belongings, product: TestProduct) => Promise<Answer>;
  };
  /** Every field that takes a person's words. */
  texts?: (person: Person, product: TestProduct) => Record<string, TextField>;
}

/** Workflow whose run makes the records of a person. */
export const workflowName = "contentPlannerWorkflow";

let keys = 0;
export const idempotencyKey = (): Record<string, string> => ({
  "idempotency-key": `row-of-the-matrix-${(keys += 1)}`,
});
