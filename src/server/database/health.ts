import type { Pool } from "pg";

export type DatabaseHealth = { ok: true; milliseconds: number } | { ok: false; reason: string };

/**
 * Whether the database answers now, for `/health/ready`. Never throws.
 * @param withinMs longest wait, 2 seconds unless told
 */
export async function probeDatabase(pool: Pool, withinMs = 2_000): Promise<DatabaseHealth> {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  });
  const asked = pool.query("select 1");
  // When the time is up first, the answer may still fail: nobody is left to hear it.
  asked.catch(() => undefined);
  try {
    await Promise.race([asked, late]);
    return { ok: true, milliseconds: performance.now() - start };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
