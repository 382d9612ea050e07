import { userInfo } from "node:os";
import pg from "pg";

/** A PostgreSQL that the operator named. */
export interface ExternalAddress {
  /** The same address with user, host and database in it: the job engine takes no other. */
  connectionString: string;
  /** `host:port` or the socket's folder, for the terminal. */
  place: string;
  database: string;
}

/**
 * Reads `DATABASE_URL` as `pg` does and writes out what `pg` fills in by itself, such as the user of the system.
 * @throws Error without the address, which may hold a password
 */
export function readAddress(databaseUrl: string): ExternalAddress {
  const { user, host, port, database } = parse(databaseUrl);
  const place = host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
  // A user without a host is nothing that a URL can hold.
  const url = new URL(databaseUrl.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?#]|$)/, "$1localhost"));
  if (host.startsWith("/")) {
    if (!url.hostname) url.hostname = "localhost";
    url.searchParams.set("host", host);
  } else if (!url.hostname && !url.searchParams.has("host")) url.hostname = host;
  else if (!url.hostname) url.hostname = "localhost";
  if (!url.username) url.username = encodeURIComponent(user);
  if (url.pathname.length < 2) url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href, place, database };
}

function parse(connectionString: string): { user: string; host: string; port: number; database: string } {
  try {
    const client = new pg.Client({ connectionString });
    const { user = userInfo().username, host, port } = client;
    return { user, host, port, database: client.database ?? user };
  } catch {
    throw new Error("DATABASE_URL cannot be read as an address of PostgreSQL.");
  }
}
