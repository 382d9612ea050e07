import type { Page } from "playwright-core";
import type { TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { openStore } from "#src/app/store.ts";

/**
 * The specification as a table: a fact is a row, each names the check that proves it, and the check is run.
 * Rows import nothing but types and pure modules at the top, so that the documentation can be written from them.
 */

/** Parts of the product that come later and what they bring with them. */
export const parts = {
  catalogue: "the workflows that are not written yet",
} as const;
export type Part = keyof typeof parts;

/** The product behind its calls, and people who use it. */
export interface ServerWorld {
  product: TestProduct;
  mara: Person;
  /** Somebody else, signed in. */
  jonas: Person;
  /** A request of nobody. */
  nobody: Person["send"];
  /** A project of a finished run of this person; made once for each. */
  projectOf: (person: Person) => Promise<{ projectId: string; runId: string }>;
  /** The browser's stores, asking the real server as this person; null asks as nobody. `become` changes who asks. */
  inStore: <T>(
    person: Person | null,
    work: (store: ReturnType<typeof openStore>, become: (person: Person | null) => void) => Promise<T>,
  ) => Promise<T>;
}

/** The product in a real browser. */
export interface BrowserWorld {
  /** Signed in, at the width that the check asked for. */
  page: Page;
  /** A page of a visitor without a session. */
  visitor: () => Promise<Page>;
  url: string;
  /** Calls of the person on `page`. */
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
  product: TestProduct;
}

/** Proves something without a browser. */
export interface ServerCheck {
  place: "server";
  /** What is asked, in a few words; written into the documentation. */
  name: string;
  run: (world: ServerWorld) => Promise<void> | void;
}

/** Proves something that only a browser shows. */
export interface BrowserCheck {
  place: "browser";
  name: string;
  /** CSS pixels. */
  width: 1350 | 375;
  run: (world: BrowserWorld) => Promise<void>;
}

export interface Fact {
  /** Section of the specification. */
  section: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** The fact in one line, with the specification's names and numbers. */
  says: string;
  check: ServerCheck | BrowserCheck;
  /** Message keys that the check sees a person being told. */
  tells?: readonly string[];
  /** Part that brings it. Until then the check must fail; a fact that holds already may not wait. */
  waitsFor?: Part;
}

export const onServer = (name: string, run: ServerCheck["run"]): ServerCheck => ({ place: "server", name, run });

export const inBrowser = (
  name: string,
  run: BrowserCheck["run"],
  width: BrowserCheck["width"] = 1350,
): BrowserCheck => ({
  place: "browser",
  name,
  width,
  run,
});

/** Rows of one section. */
export const section =
  (number: Fact["section"]) =>
  (says: string, check: Fact["check"], waitsFor?: Part): Fact => ({
    section: number,
    says,
    check,
    ...(waitsFor ? { waitsFor } : {}),
  });
