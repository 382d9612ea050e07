import type { Pool } from "pg";

export type DatabaseHealth = { ok: true; milliseconds: number } | { ok: false; reason: string };

/**
 * What a database says, if it says so in time; what it says later is heard by nobody.
 * @throws Error after `ms` milliseconds
 */
export async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the database answers now, for `/health/ready`. Never throws.
 * @param withinMs longest wait, 2 seconds unless told
 */
export async function probeDatabase(pool: Pool, withinMs = 2_000): Promise<DatabaseHealth> {
  const start = performance.now();
  try {
    await within(withinMs, pool.query("select 1"));
    return { ok: true, milliseconds: performance.now() - start };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
