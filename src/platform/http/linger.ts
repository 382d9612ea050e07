import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes of a refused body that are read and thrown away, so that a client that sends first still gets its answer. */
const mostBytes = 32 * 1024 * 1024;
/** Milliseconds without a byte, or since reading stopped, after which the connection is closed. */
const quietMs = 2_000;
/** Milliseconds for all of it. */
const totalMs = 15_000;

/**
 * Lets an answer reach a client that is still sending its body. Closing a connection with unread bytes resets it, and
 * the reset may overtake the answer. So the answer is written at once with `Connection: close`, and the connection
 * ends when the body has, or when the limits above are reached; past `mostBytes` nothing is read any more, which
 * stops the sender until it looks at the answer.
 */
export function lingerOnRefusal(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.method === "GET" || incoming.method === "HEAD") return;
  const writeHead = outgoing.writeHead.bind(outgoing) as (...head: unknown[]) => ServerResponse;
  const end = outgoing.end.bind(outgoing) as (...rest: unknown[]) => ServerResponse;
  outgoing.writeHead = (...head: unknown[]) => {
    if (!incoming.complete) outgoing.setHeader("connection", "close");
    return writeHead(...head);
  };
  outgoing.end = (...rest: unknown[]) => {
    if (incoming.complete || incoming.destroyed) return end(...rest);
    const [chunk] = rest;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) outgoing.write(chunk);
    discard(incoming, () => end());
    return outgoing;
  };
}

/** Reads what is left of a body into nothing. Calls `done` once. */
function discard(incoming: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const finish = (): void => {
    clearTimeout(quiet);
    clearTimeout(total);
    for (const event of ["end", "close", "error"]) incoming.off(event, finish);
    incoming.off("data", take);
    done();
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    quiet.refresh();
    if (bytes > mostBytes) incoming.pause();
  };
  const quiet = setTimeout(finish, quietMs);
  const total = setTimeout(finish, totalMs);
  // Whoever read the body before wants no more of it.
  incoming.removeAllListeners("data");
  incoming.removeAllListeners("readable");
  incoming.on("data", take);
  for (const event of ["end", "close", "error"]) incoming.once(event, finish);
  incoming.resume();
}
