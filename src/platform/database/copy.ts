import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from, to } from "pg-copy-streams";

/**
 * Runs `copy … to stdout` and writes its text to `target`, as fast as that takes it; ends the target and waits until
 * it has everything. The connection is free for the next statement, unless it was the target that failed.
 * @throws the error of the database or of `target`, which is destroyed then
 */
export const copyOut = (client: ClientBase, statement: string, target: Writable): Promise<void> =>
  pipeline(client.query(to(statement)), target);

/**
 * Runs `copy … from stdin` with the text of `source`, which is destroyed afterwards, read to its end or not.
 * @throws the error of the database or of `source`
 */
export const copyIn = (client: ClientBase, statement: string, source: Readable): Promise<void> =>
  pipeline(source, client.query(from(statement)));
