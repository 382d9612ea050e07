import type { TestProduct } from "#src/testing/openProduct.ts";

/**
 * Keeps every run in work: none can write into its stream until the answer is called, and so none ends.
 * @returns lets them go on; call it before their streams are read
 */
export async function holdRuns({ database }: Pick<TestProduct, "database">): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("lock table run_event in exclusive mode");
  return async () => {
    await client.query("rollback");
    client.release();
  };
}
