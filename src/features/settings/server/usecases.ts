import { parseFields } from "#src/features/workflows/catalogue/registry.ts";
import { badRequest } from "#src/kit/errors.ts";
import { requireAccount } from "#src/features/account/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { settings, settingsUpdate, type Settings, type SettingsUpdate } from "../contract.ts";
import { mergeSettings } from "../rules.ts";

const rules = settingsUpdate.shape;
const applicationRules = rules.application.unwrap().shape;

/** Items of a list that the rule for lists still takes one by one; undefined stays. */
const taken = <T>(list: T[] | undefined, rule: { safeParse: (list: T[]) => { success: boolean } }): T[] | undefined =>
  list?.filter((one) => rule.safeParse([one]).success);

/**
 * What was kept under older rules and is of no use now is left out (a workflow that is no longer live, a style that is
 * gone), so that a page never sends it back and is refused for it.
 */
function stillUsable(kept: SettingsUpdate): SettingsUpdate {
  const { application = {} } = kept;
  return {
    ...kept,
    application: {
      ...application,
      defaultWritingStyles: taken(application.defaultWritingStyles, applicationRules.defaultWritingStyles),
      defaultSocialMediaPlatforms: taken(
        application.defaultSocialMediaPlatforms,
        applicationRules.defaultSocialMediaPlatforms,
      ),
    },
    favoriteWorkflows: taken(kept.favoriteWorkflows, rules.favoriteWorkflows),
    workflowSettings: taken(kept.workflowSettings, rules.workflowSettings),
  };
}

/** What the person chose, defaults filled in. */
export async function settingsOf(userId: string, db: Db): Promise<Settings> {
  const row = await db
    .selectFrom("settings")
    .select(["data", "updated_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return settings.parse({});
  return settings.parse({ ...stillUsable(row.data), dateUpdated: row.updated_at.toISOString() });
}

/** Refuses defaults that the forms they are meant for would not take. */
async function requireFormFields({ workflowSettings = [] }: SettingsUpdate): Promise<void> {
  const judged = await Promise.all(
    workflowSettings.map(({ workflow, values = {} }, index) =>
      parseFields(workflow, values, `workflowSettings.${index}.values`),
    ),
  );
  const issues = judged.flatMap((one) => one.issues);
  if (issues.length > 0) throw badRequest("Some defaults do not fit their forms", issues);
}

/**
 * Stores a change, whole or part, and answers the settings as they are now.
 * @throws ProductError 401 when the person was deleted meanwhile, 400 for defaults that do not fit their form
 */
export async function changeSettings(
  userId: string,
  change: SettingsUpdate,
  deps: Pick<Deps, "db" | "now">,
): Promise<Settings> {
  await requireFormFields(change);
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.now();
    await requireAccount(userId, trx);
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
