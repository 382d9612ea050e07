import { restoreMs } from "#src/kit/time/dates.ts";
import type { Marked } from "#src/platform/deletion.ts";
import type { Deps } from "#src/platform/deps.ts";

/** What is erased row by row (projects take more with them). What another table's rows hang on comes after them. */
const marked = ["insight", "lead", "calendar_entry", "outcome"] as const satisfies Marked[];

/** Rows erased at once, so that a large deletion holds no lock for long. */
const portion = 5_000;

/** Erases for good what was deleted a day ago and can be brought back no more. */
export async function eraseDeleted(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const before = new Date(deps.now().getTime() - restoreMs);
  for (const table of marked) {
    for (let erased = portion; erased >= portion;) {
      const old = deps.db.selectFrom(table).select("id").where("deleted_at", "<=", before).limit(portion);
      // Asked twice: what is brought back in this very moment stays.
      const result = await deps.db
        .deleteFrom(table)
        .where("id", "in", old)
        .where("deleted_at", "<=", before)
        .executeTakeFirst();
      erased = Number(result.numDeletedRows);
    }
  }
}
