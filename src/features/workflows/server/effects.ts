import { z } from "zod";
import { ProductError } from "#src/kit/errors.ts";
import { text } from "#src/kit/schemas.ts";
import { newEntry } from "#src/features/calendar/contract.ts";
import { entriesOf } from "#src/features/calendar/server/usecases.ts";
import { newInsight } from "#src/features/insights/contract.ts";
import { addInsights, insightsOf } from "#src/features/insights/server/usecases.ts";
import { newLead } from "#src/features/leads/contract.ts";
import { createLeads, leadsOf } from "#src/features/leads/server/usecases.ts";
import { newOutcome } from "#src/features/outcomes/contract.ts";
import { outcomesOf } from "#src/features/outcomes/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { Db } from "#src/server/tables.ts";
import { cards } from "../catalogue/cards.ts";
import { projectState } from "../rules.ts";
import type { Proposal } from "../workflow.ts";
import type { RunRow } from "./repository.ts";

/** A project that is begun and not yet run: no call creates one, so its shape stands here. */
const newProject = z.strictObject({
  workflow: z.string().refine((name) => cards.some((card) => card.workflowName === name), "must be a workflow"),
  name: text(120, 1),
  formValues: z.record(text(80, 1), z.json()).default({}),
});

/** What a record is made with. */
interface Making {
  userId: string;
  run: RunRow;
  now: Date;
  deps: Pick<Deps, "now" | "newId"> & { db: Db };
  /** Id of the record that another proposal became, by its key. */
  recordOf: ReadonlyMap<string, string>;
}

/** A proposal as its area takes it. */
interface Parsed {
  /** Key of the proposal whose record this one hangs on; its own and not the area's. */
  hangsOn: string | null;
  /** Creates the record inside the transaction of `deps.db`. @returns its id */
  make: (making: Making) => Promise<string>;
}

export const misfit = (): ProductError =>
  new ProductError("proposal.invalid", { status: 422, message: "The proposal does not fit its area" });

function parseOutcome(payload: object): Parsed | null {
  const { data } = newOutcome.safeParse(payload);
  if (!data) return null;
  return {
    hangsOn: null,
    async make({ userId, run, now, deps }) {
      const id = deps.newId();
      const { project_id: projectId } = run;
      await outcomesOf(userId, deps.db).insert({ ...data, projectId, id, runId: run.id, now });
      return id;
    },
  };
}

function parseEntry(payload: object, outcomeKey: unknown): Parsed | null {
  const { data } = newEntry.safeParse(payload);
  if (!data) return null;
  const hangsOn = typeof outcomeKey === "string" ? outcomeKey : null;
  return {
    hangsOn,
    async make({ userId, run, now, deps, recordOf }) {
      const id = deps.newId();
      // An outcome that the person has deleted since takes no entry with it.
      const made = hangsOn === null ? undefined : recordOf.get(hangsOn);
      const outcomeId = made === undefined ? null : ((await outcomesOf(userId, deps.db).find(made))?.id ?? null);
      await entriesOf(userId, deps.db).insert({ ...data, projectId: run.project_id, outcomeId, id, now });
      if (outcomeId) await outcomesOf(userId, deps.db).update(outcomeId, { calendarEntryId: id, now });
      return id;
    },
  };
}

function parseLead(payload: object): Parsed | null {
  const { data } = newLead.safeParse(payload);
  if (!data) return null;
  return {
    hangsOn: null,
    async make({ userId, run, deps }) {
      const [lead] = await createLeads(userId, [data], deps, { projectId: run.project_id, runId: run.id });
      if (!lead) throw new Error("a created lead is answered");
      return lead.id;
    },
  };
}

/** About a lead that is there (`leadId`), or about one that the same run proposes (`leadKey`). */
function parseInsight(payload: object, leadKey: unknown): Parsed | null {
  const hangsOn = typeof leadKey === "string" ? leadKey : null;
  const complete = (leadId: string | undefined) =>
    newInsight.safeParse(leadId === undefined ? payload : { ...payload, leadId }).data ?? null;
  // Any id will do until the lead has one.
  if (!complete(hangsOn === null ? undefined : "00000000-0000-7000-8000-000000000000")) return null;
  return {
    hangsOn,
    async make({ userId, run, deps, recordOf }) {
      const insight = complete(hangsOn === null ? undefined : recordOf.get(hangsOn));
      if (!insight) throw misfit();
      const [made] = await addInsights(userId, [insight], deps, run.id);
      if (!made) throw new Error("a created insight is answered");
      return made.id;
    },
  };
}

function parseProject(payload: object): Parsed | null {
  const { data } = newProject.safeParse(payload);
  if (!data) return null;
  return {
    hangsOn: null,
    async make({ userId, now, deps }) {
      const id = deps.newId();
      await projectsOf(userId, deps.db).insert({ ...data, id, state: projectState.created, now });
      return id;
    },
  };
}

/** @returns null for what its area would not take */
export function parseProposal(proposal: Pick<Proposal, "kind" | "payload">): Parsed | null {
  const { outcomeKey, leadKey, ...payload } = proposal.payload;
  switch (proposal.kind) {
    case "outcome":
      return parseOutcome(payload);
    case "calendarEntry":
      return parseEntry(payload, outcomeKey);
    case "lead":
      return parseLead(payload);
    case "insight":
      return parseInsight(payload, leadKey);
    case "project":
      return parseProject(payload);
  }
}

/**
 * Takes a record back. What the person deleted before is gone already, and that is as good.
 * @returns false for a project that has gone on since: it stays
 */
export async function takeBack(
  userId: string,
  kind: Proposal["kind"],
  id: string,
  now: Date,
  trx: Db,
): Promise<boolean> {
  switch (kind) {
    case "outcome":
      await outcomesOf(userId, trx).delete(id, now);
      return true;
    case "calendarEntry":
      await entriesOf(userId, trx).delete(id, now);
      return true;
    case "lead":
      await leadsOf(userId, trx).delete([id], now);
      return true;
    case "insight":
      await insightsOf(userId, trx).delete(id, now);
      return true;
    case "project": {
      const project = await projectsOf(userId, trx).lock(id);
      if (project && project.state !== projectState.created) return false;
      await projectsOf(userId, trx).delete(id, now);
      return true;
    }
  }
}
