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

const list = {
  name: "bare.list",
  text: `select id, project_id as "projectId", run_id as "runId", workflow, kind, platform, content_type as "contentType",
      title, brief, planned_at as "plannedAt", time_zone as "timeZone", status, calendar_entry_id as "calendarEntryId",
      result_project_id as "resultProjectId", updated_at as "dateUpdated"
    from outcome where user_id = $1 order by planned_at, id limit $2`,
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
  app.get("/list", async () => {
    const { rows } = await pool.query({ ...list, values: [userId, 51] });
    return new Response(JSON.stringify({ outcomes: rows.slice(0, 50), nextCursor: rows[49]?.id }), {
      headers: { "content-type": "application/json" },
    });
  });
  app.get("/list-of-session", async (context) => {
    const token = /pioneer\.session=([^;.]+)/.exec(context.req.header("cookie") ?? "")?.[1] ?? "";
    const hash = createHash("sha256").update(token).digest("base64url");
    const found = await pool.query<{ user_id: string }>({ ...session, values: [hash] });
    const person = found.rows[0];
    if (!person) return new Response(null, { status: 401 });
    const { rows } = await pool.query({ ...list, values: [person.user_id, 51] });
    return new Response(JSON.stringify({ outcomes: rows.slice(0, 50), nextCursor: rows[49]?.id }), {
      headers: { "content-type": "application/json" },
    });
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.send?.(port));
  process.once("disconnect", () => {
    server.close();
    process.exit();
  });
});
