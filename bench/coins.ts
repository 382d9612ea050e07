import { Kysely, PostgresDialect } from "kysely";
import { pino } from "pino";
import { grantCoins, holdCoins } from "#src/features/coins/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { openDatabase } from "#src/platform/database/openDatabase.ts";
import { migrateProduct } from "#src/server/product.ts";
import type { Tables } from "#src/platform/tables.ts";
import { quantile, unboundedFigure, type Figure } from "./figures.ts";
import { withFolder } from "./product.ts";

const callers = 8;
const seconds = 5;

/** Holds per second of callers who spend from separate accounts, and of callers who all spend from one. */
export async function measureCoins(): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const log = pino({ level: "warn" });
    const database = await openDatabase({ dataDir, databaseUrl: undefined, poolSize: callers, log });
    try {
      await migrateProduct(database);
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) });
      const newOwner = async (): Promise<string> => {
        const id = newId();
        await db
          .insertInto("user")
          .values({ id, name: "Bench", email: `${id}@example.com` })
          .execute();
        await db
          .transaction()
          .execute((trx) =>
            grantCoins(trx, { key: `bench:${id}`, reason: "adjustment", owner: id, coins: 1_000_000_000 }, newId),
          );
        return id;
      };
      const owners = await Promise.all(Array.from({ length: callers }, newOwner));
      const own = await holdForOwners(db, owners);
      const shared = await holdForOwners(
        db,
        owners.map(() => owners[0] ?? ""),
      );
      return [
        unboundedFigure(`coins: holds, ${callers} callers, an account each`, own),
        unboundedFigure(`coins: holds, ${callers} callers, one account`, shared),
      ];
    } finally {
      await database.close();
    }
  });
}

async function holdForOwners(db: Kysely<Tables>, owners: string[]): Promise<string> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    owners.map(async (owner) => {
      while (performance.now() < until) {
        const start = performance.now();
        await db.transaction().execute((trx) =>
          holdCoins(
            trx,
            {
              runId: newId(),
              owner,
              coins: 1,
              workflow: "userStoryWriterWorkflow",
              projectId: newId(),
              at: new Date(),
            },
            newId,
          ),
        );
        times.push(performance.now() - start);
      }
    }),
  );
  return `${(times.length / seconds).toFixed(0)}/s, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}
