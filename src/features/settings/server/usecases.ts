import type { Deps } from "#src/server/deps.ts";
import type { Db } from "#src/server/tables.ts";
import { settings, type Settings, type SettingsUpdate } from "../contract.ts";

/** What the person chose, defaults filled in. */
export async function settingsOf(userId: string, db: Db): Promise<Settings> {
  const row = await db
    .selectFrom("settings")
    .select(["data", "updated_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return settings.parse({});
  return settings.parse({ ...row.data, dateUpdated: row.updated_at.toISOString() });
}

/** Lays a change over what was stored: groups are merged field by field, lists replaced whole. */
export function mergeSettings(stored: SettingsUpdate, change: SettingsUpdate): SettingsUpdate {
  const { dateUpdated: _ignored, ...rest } = change;
  return {
    ...stored,
    ...rest,
    ...(change.application ? { application: { ...stored.application, ...change.application } } : {}),
    ...(change.additionalInfo ? { additionalInfo: { ...stored.additionalInfo, ...change.additionalInfo } } : {}),
    ...(change.calendarSettings
      ? { calendarSettings: { ...stored.calendarSettings, ...change.calendarSettings } }
      : {}),
  };
}

/** Stores a change, whole or part, and answers the settings as they are now. */
export async function changeSettings(
  userId: string,
  change: SettingsUpdate,
  deps: Pick<Deps, "db" | "now">,
): Promise<Settings> {
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    await trx
      .insertInto("settings")
      .values({ user_id: userId, data: "{}", updated_at: now })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
    const { data } = await trx
      .selectFrom("settings")
      .select("data")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("settings")
      .set({ data: JSON.stringify(mergeSettings(data, change)), updated_at: now })
      .where("user_id", "=", userId)
      .execute();
    return settingsOf(userId, trx);
  });
}

/** First settings of a person who has none yet. */
export async function startSettings(userId: string, first: SettingsUpdate, trx: Db, now: Date): Promise<void> {
  await trx
    .insertInto("settings")
    .values({ user_id: userId, data: JSON.stringify(first), updated_at: now })
    .execute();
}
