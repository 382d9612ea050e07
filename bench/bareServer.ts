/*
 * The floor of a list request: Hono, @hono/node-server and pg, and nothing of the product. Started by list.ts, which
 * sends `{database, userId}` and gets the port.
 */
import { createHash } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { z } from "zod";

const order = z.object({ database: z.record(z.string(), z.unknown()), userId: z.string() });

/** The same rows that the product answers, and nothing looked up beside them. */
const lists: Record<string, { key: string; name: string; text: string }> = {
  outcomes: {
    key: "outcomes",
    name: "bare.list",
    text: `select id, project_id as "projectId", run_id as "runId", workflow, kind, platform, content_type as "contentType",
      title, brief, planned_at as "plannedAt", time_zone as "timeZone", status, calendar_entry_id as "calendarEntryId",
      result_project_id as "resultProjectId", updated_at as "dateUpdated"
    from outcome where user_id = $1 order by planned_at, id limit $2`,
  },
  leads: {
    key: "leads",
    name: "bare.leads",
    text: `select id, name, category, contact, email, phone, address, stage, score, tags,
      do_not_contact as "doNotContact", last_contact_at as "lastContactAt", next_step as "nextStep",
      next_step_on as "nextStepOn", updated_at as "dateUpdated"
    from lead where user_id = $1 and deleted_at is null order by updated_at desc, id desc limit $2`,
  },
  countedLeads: {
    key: "leads",
    name: "bare.countedLeads",
    text: `select id, name, category, contact, email, phone, address, stage, score, tags,
      do_not_contact as "doNotContact", last_contact_at as "lastContactAt", next_step as "nextStep",
      next_step_on as "nextStepOn", updated_at as "dateUpdated",
      (select count(*)::int from lead where user_id = $1 and deleted_at is null) as total
    from lead where user_id = $1 and deleted_at is null order by updated_at desc, id desc limit $2`,
  },
  wholeLeads: {
    key: "leads",
    name: "bare.wholeLeads",
    text: `select id, name, kind, category, contact, email, phone, website, address, lat, lon, stage, score, tags, owner,
      source, legal_basis as "legalBasis", do_not_contact as "doNotContact", last_contact_at as "lastContactAt",
      next_step as "nextStep", next_step_on as "nextStepOn", notes, osm_tags as "osmTags",
      custom_fields as "customFields", project_id as "projectId", run_id as "runId", created_at as "dateCreated",
      updated_at as "dateUpdated"
    from lead where user_id = $1 and deleted_at is null order by updated_at desc, id desc limit $2`,
  },
  entries: {
    key: "entries",
    name: "bare.entries",
    text: `select id, type, title, starts_at as "start", ends_at as "end", all_day as "allDay", time_zone as "timeZone",
      rrule, location, link, priority, project_id as "projectId", outcome_id as "outcomeId", updated_at as "dateUpdated"
    from calendar_entry where user_id = $1 and deleted_at is null and starts_at >= '2026-01-05' order by starts_at, id
    limit $2`,
  },
  projects: {
    key: "projects",
    name: "bare.projects",
    text: `select id, name, workflow, state, updated_at as "dateUpdated", created_at as "dateCreated", form_values as fields,
      revisions, current_revision as "currentRevision", latest_run_id as "latestRunId", favorite,
      archived_from is not null as archived
    from project where user_id = $1 and deleted_at is null and archived_from is null
    order by updated_at desc, id desc limit $2`,
  },
};
const session = {
  name: "bare.session",
  text: `select s.id, s.user_id, u.email, u.name from session s join "user" u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now()`,
};

process.once("message", (message) => {
  const { database, userId } = order.parse(message);
  const pool = new pg.Pool({ ...database, max: 10 });
  const app = new Hono();
  const answer = async (name: string, person: string): Promise<Response> => {
    const list = lists[name];
    if (!list) return new Response(null, { status: 404 });
    const { key, ...statement } = list;
    const { rows } = await pool.query({ ...statement, values: [person, 51] });
    return new Response(JSON.stringify({ [key]: rows.slice(0, 50), nextCursor: rows[49]?.id }), {
      headers: { "content-type": "application/json" },
    });
  };
  app.get("/list", () => answer("outcomes", userId));
  app.get("/list/:name", ({ req }) => answer(req.param("name"), userId));
  app.get("/list-of-session", async (context) => {
    const token = /pioneer\.session=([^;.]+)/.exec(context.req.header("cookie") ?? "")?.[1] ?? "";
    const hash = createHash("sha256").update(token).digest("base64url");
    const found = await pool.query<{ user_id: string }>({ ...session, values: [hash] });
    const person = found.rows[0];
    if (!person) return new Response(null, { status: 401 });
    return answer("outcomes", person.user_id);
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.send?.(port));
  process.once("disconnect", () => {
    server.close();
    process.exit();
  });
});
