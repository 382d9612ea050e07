import type { TestProduct } from "./openProduct.ts";

/** Milliseconds after which calls that were begun have read what they decide by. */
const settleMs = 500;

/**
 * Lets calls read, and holds what they write until all of them have come that far: a decision without a lock is then
 * made by every call on the state before.
 * @param table whose changes wait
 */
export async function whileHeld<T>(product: TestProduct, table: string, begin: () => Promise<T>): Promise<T> {
  const holder = await product.database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query(`lock table "${table}" in share mode`);
    const calls = begin();
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    await holder.query("commit");
    return await calls;
  } finally {
    holder.release();
  }
}
