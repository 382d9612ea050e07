import type { Db } from "#src/platform/tables.ts";
import { cards } from "../catalogue/cards.ts";
import type { WorkflowCard } from "../workflow.ts";

/** Long names of the workflows that an operator has switched off. */
export const switchedOff = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom("workflow_off").select("workflow").execute()).map(({ workflow }) => workflow));

/** The catalogue as this installation offers it: what is switched off is not production-ready. */
export async function offeredCards(db: Db): Promise<WorkflowCard[]> {
  const off = await switchedOff(db);
  return cards.map((card) => (off.has(card.workflowName) ? { ...card, isProductionReady: false } : card));
}

/**
 * Card of a workflow as this installation offers it.
 * @param name long name
 */
export async function offeredCard(name: string, db: Db): Promise<WorkflowCard | undefined> {
  const card = cards.find((one) => one.workflowName === name);
  if (!card?.isProductionReady) return card;
  const off = await db.selectFrom("workflow_off").select("workflow").where("workflow", "=", name).executeTakeFirst();
  return off ? { ...card, isProductionReady: false } : card;
}

/**
 * Switches a workflow on or off for everybody. Runs that have begun go on.
 * @returns false when there is no such workflow, or it is not ready for anybody
 */
export async function setOffered(name: string, isOffered: boolean, now: Date, trx: Db): Promise<boolean> {
  if (!cards.some((card) => card.workflowName === name && card.isProductionReady)) return false;
  if (isOffered) await trx.deleteFrom("workflow_off").where("workflow", "=", name).execute();
  else
    await trx
      .insertInto("workflow_off")
      .values({ workflow: name, since: now })
      .onConflict((known) => known.column("workflow").doNothing())
      .execute();
  return true;
}
