import type { Pool } from "pg";
import { isOutOfSpace } from "#src/kit/outOfSpace.ts";
import type { ReadSession } from "#src/platform/http/session.ts";
import { cookieNames, readCookie } from "./cookies.ts";
import { hashToken, tokenOf } from "./tokens.ts";

export type OpenReadSession = (pool: Pool, authSecret: string, secureCookies: boolean) => ReadSession;

interface Row {
  id: string;
  user_id: string;
  email: string;
  name: string;
  image: string | null;
  email_verified: boolean;
  proven_at: Date;
  expires_at: Date;
  is_due: boolean;
}

/** Idle 7 days, absolute 30 days. The idle limit moves on once an hour, so that reading stays reading. */
const select = {
  name: "account.readSession",
  text: `select s.id, s.user_id, u.email, u.name, u.image, u.email_verified, s.proven_at, s.expires_at,
      s.updated_at < now() - interval '1 hour' as is_due
    from session s join "user" u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and s.created_at > now() - interval '30 days'
      and u.disabled_at is null`,
};
const prolong = {
  name: "account.prolongSession",
  text: `update session set updated_at = now(), expires_at = least(now() + interval '7 days', created_at + interval '30 days')
    where id = $1 and expires_at > now() returning expires_at`,
};

export const openReadSession: OpenReadSession = (pool, authSecret, secureCookies) => {
  const cookie = cookieNames(secureCookies).session;
  return async (headers) => {
    const signed = readCookie(headers, cookie);
    const token = signed === null ? null : tokenOf(signed, authSecret);
    if (token === null) return null;
    const found = await pool.query<Row>({ ...select, values: [hashToken(token)] });
    const row = found.rows[0];
    if (!row) return null;
    let expiresAt = row.expires_at;
    if (row.is_due) {
      // Reading goes on without room to write: the limit moves on with a later request.
      const moved = await pool.query<{ expires_at: Date }>({ ...prolong, values: [row.id] }).catch((error: unknown) => {
        if (isOutOfSpace(error)) return null;
        throw error;
      });
      expiresAt = moved?.rows[0]?.expires_at ?? expiresAt;
    }
    return {
      id: row.id,
      userId: row.user_id,
      email: row.email,
      name: row.name,
      image: row.image,
      emailVerified: row.email_verified,
      signedInAt: row.proven_at,
      expiresAt,
    };
  };
};
