import type { Readable, Writable } from "node:stream";
import type { Client, ClientBase, Connection, Submittable } from "pg";

/** What `pg` has for COPY and its types do not tell; PostgreSQL manual, "COPY Operations" of the message flow. */
type CopyConnection = Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
};

/**
 * Runs `copy … to stdout` and writes its text to `target`, as fast as that takes it.
 * @throws the error of the database or of `target`
 */
export async function copyOut(client: ClientBase, statement: string, target: Writable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyStatement(statement, resolve, reject, {
        handleCopyData({ chunk }, connection) {
          if (target.write(chunk)) return;
          connection.stream.pause();
          target.once("drain", () => connection.stream.resume());
        },
      }),
    );
    target.once("error", (error) => {
      // The database would go on sending into nothing.
      if ("end" in client) void (client as Client).end().catch(() => undefined);
      reject(error);
    });
  });
}

/**
 * Runs `copy … from stdin` with the text of `source`.
 * @throws the error of the database or of `source`
 */
export async function copyIn(client: ClientBase, statement: string, source: Readable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyStatement(statement, resolve, reject, {
        handleCopyInResponse(connection) {
          void send(source, connection);
        },
      }),
    );
  });
}

async function send(source: Readable, connection: CopyConnection): Promise<void> {
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await new Promise((resolve) => connection.stream.once("drain", resolve));
    }
    connection.endCopyFrom();
  } catch (error) {
    // The server then fails the statement with these words.
    connection.sendCopyFail(String(error));
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
