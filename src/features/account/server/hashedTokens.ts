import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import { hashToken } from "./tokens.ts";

type Row = Record<string, unknown>;
/** What the adapter's `create` takes. */
interface NewRow<T> {
  model: string;
  data: Omit<T, "id">;
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
}

/**
 * Keeps session tokens out of the database: whatever better-auth writes to or asks of `session.token` becomes its
 * SHA-256 on the way in. A row that was asked for by its token carries the token again on the way out; any other row
 * carries the hash, which opens nothing because it would be hashed once more.
 */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...hashing(adapter), transaction: (work) => adapter.transaction((inner) => work(hashing(inner))) };
}

function hashing<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    create: async <T extends Row, R = T>(query: NewRow<T>): Promise<R> => {
      if (query.model !== "session") return adapter.create<T, R>(query);
      const tokens = new Tokens();
      const created = await adapter.create<Row, Row>({ ...query, data: tokens.data(query.data) });
      return tokens.restore(created) as R;
    },
    findOne: async <T>(query: Parameters<A["findOne"]>[0]): Promise<T | null> => {
      if (query.model !== "session") return adapter.findOne<T>(query);
      const tokens = new Tokens();
      return tokens.restore(await adapter.findOne<Row>({ ...query, where: tokens.where(query.where) })) as T | null;
    },
    findMany: async <T>(query: Parameters<A["findMany"]>[0]): Promise<T[]> => {
      if (query.model !== "session") return adapter.findMany<T>(query);
      const tokens = new Tokens();
      const rows = await adapter.findMany<Row>({ ...query, where: tokens.where(query.where ?? []) });
      return rows.map((row) => tokens.restore(row)) as T[];
    },
    count: async (query) =>
      adapter.count(query.model === "session" ? { ...query, where: new Tokens().where(query.where ?? []) } : query),
    update: async <T>(query: Parameters<A["update"]>[0]): Promise<T | null> => {
      if (query.model !== "session") return adapter.update<T>(query);
      const tokens = new Tokens();
      const where = tokens.where(query.where);
      return tokens.restore(
        await adapter.update<Row>({ ...query, where, update: tokens.data(query.update) }),
      ) as T | null;
    },
    updateMany: async (query) => {
      if (query.model !== "session") return adapter.updateMany(query);
      const tokens = new Tokens();
      return adapter.updateMany({ ...query, where: tokens.where(query.where), update: tokens.data(query.update) });
    },
    delete: async (query) =>
      adapter.delete(query.model === "session" ? { ...query, where: new Tokens().where(query.where) } : query),
    deleteMany: async (query) =>
      adapter.deleteMany(query.model === "session" ? { ...query, where: new Tokens().where(query.where) } : query),
    consumeOne: async <T>(query: Parameters<A["consumeOne"]>[0]): Promise<T | null> => {
      if (query.model !== "session") return adapter.consumeOne<T>(query);
      const tokens = new Tokens();
      return tokens.restore(await adapter.consumeOne<Row>({ ...query, where: tokens.where(query.where) })) as T | null;
    },
    incrementOne: async <T>(query: Parameters<A["incrementOne"]>[0]): Promise<T | null> => {
      if (query.model !== "session") return adapter.incrementOne<T>(query);
      const tokens = new Tokens();
      const [where, set] = [tokens.where(query.where), tokens.data(query.set ?? {})];
      return tokens.restore(await adapter.incrementOne<Row>({ ...query, where, set })) as T | null;
    },
  };
}

/** The tokens one query names, and the way back from their hashes. */
class Tokens {
  readonly #byHash = new Map<string, string>();

  #hash(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#hash(entry));
    if (typeof value !== "string") return value;
    const hashed = hashToken(value);
    this.#byHash.set(hashed, value);
    return hashed;
  }

  where(where: Where[]): Where[] {
    return where.map((part) =>
      part.field === "token" ? { ...part, value: this.#hash(part.value) as Where["value"] } : part,
    );
  }

  data(row: Row): Row {
    return "token" in row ? { ...row, token: this.#hash(row["token"]) } : row;
  }

  restore<R extends Row | null>(row: R): R {
    const stored = row?.["token"];
    const token = typeof stored === "string" ? this.#byHash.get(stored) : undefined;
    return token === undefined ? row : { ...row, token };
  }
}
