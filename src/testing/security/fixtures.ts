import { existsSync } from "node:fs";
import { join } from "node:path";
import { features } from "#src/server/features.ts";
import { root } from "#src/testing/sourceTree.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { Belongings, Deletion, FeatureFixture, Rows } from "./fixture.ts";

async function load(name: string): Promise<FeatureFixture> {
  const path = `src/features/${name}/server/testFixture.ts`;
  if (!existsSync(join(root, path))) return { rows: {} };
  const { fixture }: { fixture: FeatureFixture } = await import(/* @vite-ignore */ join(root, path));
  return fixture;
}

/** Of every feature with a manifest, in the order of the list. */
export const fixtures = await Promise.all(
  features.map(async ({ name, handlers = {} }) => ({ name, handlers, ...(await load(name)) })),
);

/** What each route does; what takes things away comes last, so that the others find something. */
export const rowsOf: Rows = Object.assign(
  {},
  ...fixtures.map(({ rows }) => rows),
  ...fixtures.toReversed().map(({ removals }) => removals),
);

export const methodOf = (name: string): string => name.slice(0, name.indexOf(" "));

/** How the rows of each table are deleted by a call. */
export const deletions: [table: string, Deletion][] = fixtures.flatMap(({ deletions: own = {} }) =>
  Object.entries(own).flatMap(([table, deletion]): [string, Deletion][] => (deletion ? [[table, deletion]] : [])),
);

/** Gives a person one of each, over HTTP; costs 300 coins. */
export async function furnish(person: Person): Promise<Belongings> {
  const has: Partial<Belongings> = {};
  for (const fixture of fixtures) Object.assign(has, await fixture.furnish?.(person, has as Belongings));
  return has as Belongings;
}
