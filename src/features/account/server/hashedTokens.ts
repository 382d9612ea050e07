import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import { hashToken } from "./tokens.ts";

type Row = Record<string, unknown>;
/** What the calls of the adapter take, as far as it may hold tokens. */
interface Query {
  model: string;
  where?: Where[];
  data?: Row;
  update?: Row;
  set?: Row;
}

const reading = ["findOne", "findMany", "count"] as const;
const writing = ["create", "update", "updateMany", "delete", "deleteMany", "consumeOne", "incrementOne"] as const;

/**
 * Keeps session tokens out of the database: whatever better-auth writes to or asks of `session.token` becomes its
 * SHA-256 on the way in. A row that was asked for by its token carries the token again on the way out; any other row
 * carries the hash, which opens nothing because it would be hashed once more.
 */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return { ...hashing(adapter), transaction: (work) => adapter.transaction((inner) => work(hashing(inner))) };
}

function hashing<A extends DBTransactionAdapter>(adapter: A): A {
  const calls = [...reading, ...writing].map((name) => {
    const call = adapter[name].bind(adapter) as (query: Query) => Promise<unknown>;
    const hashed = async (query: Query): Promise<unknown> => {
      if (query.model !== "session") return call(query);
      const tokens = new Tokens();
      return tokens.restore(await call(tokens.query(query)));
    };
    return [name, hashed] as const;
  });
  return { ...adapter, ...Object.fromEntries(calls) };
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

  #row(row: Row): Row {
    return "token" in row ? { ...row, token: this.#hash(row["token"]) } : row;
  }

  query({ where, data, update, set, ...rest }: Query): Query {
    const parts = where?.map((part) =>
      part.field === "token" ? { ...part, value: this.#hash(part.value) as Where["value"] } : part,
    );
    return {
      ...rest,
      ...(parts && { where: parts }),
      ...(data && { data: this.#row(data) }),
      ...(update && { update: this.#row(update) }),
      ...(set && { set: this.#row(set) }),
    };
  }

  restore(answer: unknown): unknown {
    if (Array.isArray(answer)) return answer.map((row) => this.restore(row));
    if (typeof answer !== "object" || answer === null || !("token" in answer)) return answer;
    const token = typeof answer.token === "string" ? this.#byHash.get(answer.token) : undefined;
    return token === undefined ? answer : { ...answer, token };
  }
}
