import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "./addresses.ts";
import { FetchError } from "./fetchError.ts";

/** Every address of a name. Handed in by tests that let a name move. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/** `host:port` as a web address has it, in lower case. */
export const hostAndPort = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Connects to public addresses alone. The address that was checked is the one connected to, so a name that resolves
 * differently a moment later gains nothing.
 * @param allowed `host:port` pairs that may lie anywhere
 * @param dial makes the connection once the address is decided
 */
export function guardedConnector(
  allowed: ReadonlySet<string>,
  timeoutMs: number,
  resolve: Resolve = systemResolve,
  dial: buildConnector.connector = buildConnector({ timeout: timeoutMs, allowH2: false, autoSelectFamily: false }),
): buildConnector.connector {
  const addressOf = async (hostname: string, isAllowed: boolean): Promise<string> => {
    const literal = isIP(hostname) !== 0;
    const found = literal ? [{ address: hostname, family: isIP(hostname) }] : await resolve(hostname);
    // One inside address among outside ones is a trap, not a choice.
    if (!isAllowed && found.some(({ address }) => !isPublicAddress(address))) {
      throw new FetchError("blocked", "the address is not public");
    }
    const chosen = found.find(({ family }) => family === 4) ?? found[0];
    if (!chosen) throw new FetchError("unreachable", "the name has no address");
    return chosen.address;
  };

  return (options, callback) => {
    const hostname = bare(options.hostname);
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    const isAllowed = allowed.has(`${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`.toLowerCase());
    addressOf(hostname, isAllowed).then(
      (address) =>
        dial(
          {
            ...options,
            hostname: address,
            // The certificate is checked against the name, and names alone may be announced (RFC 6066).
            ...(options.protocol === "https:" && isIP(hostname) === 0 ? { servername: hostname } : {}),
          },
          callback,
        ),
      (error: unknown) =>
        callback(error instanceof Error ? error : new FetchError("unreachable", "the name does not resolve"), null),
    );
  };
}
