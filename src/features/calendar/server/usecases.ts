import { badRequest, notFound } from "#src/kit/errors.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { Entry, EntryChanges, NewEntry } from "../contract.ts";
import { entriesOf } from "./repository.ts";

export { entriesOf } from "./repository.ts";

/** Makes an entry; what it points to must be the person's own. */
export async function createEntry(
  userId: string,
  entry: NewEntry,
  deps: Pick<Deps, "db" | "now" | "newId">,
): Promise<Entry> {
  if (entry.projectId && !(await projectsOf(userId, deps.db).find(entry.projectId)))
    throw notFound("Project not found");
  if (entry.outcomeId && !(await outcomesOf(userId, deps.db).find(entry.outcomeId)))
    throw notFound("Outcome not found");
  return entriesOf(userId, deps.db).insert({ ...entry, id: deps.newId(), now: deps.now() });
}

/** Changes an entry. One end may move alone as long as the entry does not end before it starts. */
export async function changeEntry(
  userId: string,
  change: EntryChanges,
  deps: Pick<Deps, "db" | "now">,
): Promise<Entry> {
  return deps.db.transaction().execute(async (trx) => {
    const entries = entriesOf(userId, trx);
    const before = await entries.find(change.id);
    if (!before) throw notFound("Entry not found");
    if (Date.parse(change.end ?? before.end) < Date.parse(change.start ?? before.start)) {
      throw badRequest("The entry ends before it starts", [{ path: "end", message: "must not end before it starts" }]);
    }
    const entry = await entries.update(change.id, change, deps.now());
    if (!entry) throw notFound("Entry not found");
    return entry;
  });
}
