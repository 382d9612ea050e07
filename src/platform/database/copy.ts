import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Client, ClientBase, Connection, Submittable } from "pg";

/** What `pg` has for COPY and its types do not tell; PostgreSQL manual, "COPY Operations" of the message flow. */
type CopyConnection = Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
};

/**
 * Runs `copy … to stdout` and writes its text to `target`, as fast as that takes it; ends the target and waits until
 * it has everything. The connection is free for the next statement, whatever happened.
 * @throws the error of the database or of `target`, which is destroyed then
 */
export async function copyOut(client: ClientBase, statement: string, target: Writable): Promise<void> {
  let stream: Connection["stream"] | undefined;
  const resume = (): void => void stream?.resume();
  const written = finished(target);
  let hasFailed = false;
  target.on("drain", resume);
  try {
    await new Promise<void>((resolve, reject) => {
      const copy = new CopyStatement(statement, resolve, reject, {
        handleCopyData({ chunk }, connection) {
          ({ stream } = connection);
          // What `pg` hands over is a part of its receive buffer, which it fills anew while the target still waits.
          if (!target.write(Buffer.from(chunk))) stream.pause();
        },
      });
      client.query(copy);
      written.catch((error: Error) => {
        if (hasFailed) return;
        // The database would go on sending into nothing.
        if ("end" in client) void (client as Client).end().catch(() => undefined);
        reject(error);
      });
    });
  } catch (error) {
    hasFailed = true;
    target.destroy();
    throw error;
  } finally {
    target.off("drain", resume);
    // The end may come during a pause: in the same packet as the rows that filled the target.
    resume();
  }
  target.end();
  await written;
}

/**
 * Runs `copy … from stdin` with the text of `source`, which is destroyed afterwards, read to its end or not.
 * @throws the error of the database, which has the words of an error of `source`
 */
export async function copyIn(client: ClientBase, statement: string, source: Readable): Promise<void> {
  const settled = new AbortController();
  // Until the database asks for rows nobody else listens for errors; the loop over the source throws them again.
  source.on("error", () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      const copy = new CopyStatement(statement, resolve, reject, {
        handleCopyInResponse(connection) {
          void send(source, connection, settled.signal);
        },
      });
      client.query(copy);
    });
  } finally {
    settled.abort();
    source.destroy();
  }
}

/** @param settled aborted when the database waits for nothing more: it has refused the rows, or is gone */
async function send(source: Readable, connection: CopyConnection, settled: AbortSignal): Promise<void> {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (settled.aborted) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, "drain", { signal: settled });
    }
    if (!settled.aborted) connection.endCopyFrom();
  } catch (error) {
    // The server then fails the statement with these words.
    if (!settled.aborted) connection.sendCopyFail(String(error));
  }
}

interface CopyHandlers {
  handleCopyData?: (message: { chunk: Buffer }, connection: CopyConnection) => void;
  handleCopyInResponse?: (connection: CopyConnection) => void;
}

/** A statement as the query queue of `pg` drives it: the methods are called by name for what the server answers. */
class CopyStatement implements Submittable {
  readonly text: string;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  readonly #handlers: CopyHandlers;

  constructor(text: string, resolve: () => void, reject: (error: Error) => void, handlers: CopyHandlers) {
    this.text = text;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#handlers = handlers;
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void {
    this.#handlers.handleCopyData?.(message, connection);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    if (this.#handlers.handleCopyInResponse) this.#handlers.handleCopyInResponse(connection);
    else connection.sendCopyFail("nothing to send");
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  /** Nothing to note: rows come as copy data. */
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
