import { createHash } from "node:crypto";
import { z } from "zod";
import { badRequest, conflict } from "#src/kit/errors.ts";

const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,200}$/);

/** Undoes the transaction of a start whose key turned out to be used. */
export class IdempotencyKeyUsedError extends Error {}

/**
 * Starts something once for each key: the same key with the same request answers what was started, however often and
 * however parallel.
 * @param of.key header `Idempotency-Key`
 * @param start may throw IdempotencyKeyUsedError when it finds what another start with this key has just written
 * @throws ProductError 400 without a usable key, 409 `idempotency.mismatch` for a used key with another request
 */
export async function startOnce<Row extends { request_hash: string }, Started>(
  of: {
    key: string | null;
    request: unknown;
    rows: { byKey: (key: string) => Promise<Row | null> };
    toAnswer: (row: Row) => Started;
  },
  start: (used: { idempotency_key: string; request_hash: string }) => Promise<Started>,
): Promise<Started> {
  const { data: key } = idempotencyKey.safeParse(of.key);
  const rule = "must have 8 to 200 visible characters";
  if (key === undefined) throw badRequest(`Idempotency-Key ${rule}`, [{ path: "Idempotency-Key", message: rule }]);
  const hash = createHash("sha256").update(JSON.stringify(of.request)).digest("hex");
  const started = async (): Promise<Started | null> => {
    const row = await of.rows.byKey(key);
    if (row && row.request_hash !== hash)
      throw conflict("idempotency.mismatch", "This Idempotency-Key was used for another request");
    return row && of.toAnswer(row);
  };
  const before = await started();
  if (before) return before;
  try {
    return await start({ idempotency_key: key, request_hash: hash });
  } catch (error) {
    const winner = error instanceof IdempotencyKeyUsedError ? await started() : null;
    if (!winner) throw error;
    return winner;
  }
}
