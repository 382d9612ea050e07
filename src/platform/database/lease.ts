import pg from "pg";
import { roleName } from "./cluster.ts";

/** Advisory lock that every user of an embedded server holds shared; two halves of one random number. */
const leaseKey = "1853189987, 1819307365";

/** How to log in over loopback. */
export interface Login {
  port: number;
  password: string;
}

/** The one connection that says "I am using this server"; it ends with its process, however that ends. */
export interface Lease {
  /** Of the server, `18.4`. */
  version: string;
  /** Resolves when the connection is lost; also after `release`. */
  lost: Promise<void>;
  /**
   * Frees the lease. `last`: nobody else held one, the server takes no new user and is ours to stop. `unknown`: the
   * connection was lost before.
   */
  release: () => Promise<"last" | "shared" | "unknown">;
}

/**
 * Logs in and takes a lease. While the last user is stopping the server this waits, and fails when it is gone.
 * @throws the error of `pg`, for instance 57P03 while the server starts or stops
 */
export async function takeLease(login: Login): Promise<Lease> {
  const client = new pg.Client({ ...clientOptions(login), application_name: "pioneer lease", query_timeout: 15_000 });
  let markLost: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    markLost = resolve;
  });
  client.on("error", () => undefined);
  client.on("end", () => markLost());
  await client.connect();
  let version: string;
  try {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version from pg_advisory_lock_shared(${leaseKey})`,
    );
    version = rows[0]?.version ?? "";
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    version,
    lost,
    async release() {
      try {
        await client.query(`select pg_advisory_unlock_shared(${leaseKey})`);
        const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${leaseKey}) as last`);
        // The connection of the last user stays open, and with it the lock, until the server ends it.
        if (rows[0]?.last === true) return "last";
        await client.end();
        return "shared";
      } catch {
        await client.end().catch(() => undefined);
        return "unknown";
      }
    },
  };
}

/** Connection of `pg` to an embedded server. */
export function clientOptions(login: Login): pg.ClientConfig {
  return {
    host: "127.0.0.1",
    port: login.port,
    user: roleName,
    database: roleName,
    password: login.password,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
}
