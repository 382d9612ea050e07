import { connect, type Socket } from "node:net";

/** What came back on a connection of our own making. */
export interface SocketAnswer {
  /** Status of the first answer; 0 when none came. */
  status: number;
  /** Everything that came, as latin1. */
  text: string;
  /** Whether the server ended the connection. */
  closed: boolean;
  /** Bytes that were sent. */
  sent: number;
  /** Whether the connection broke instead of ending. */
  hasFailed: boolean;
}

export interface SocketTalk {
  /** Pieces to send one after the other; a string goes as latin1. */
  pieces: Iterable<string | Uint8Array>;
  /** Milliseconds between two pieces. */
  pauseMs?: number;
  /** Milliseconds to wait for an answer and an end. */
  patienceMs?: number;
  /** Ends as soon as an answer's head is there. */
  untilHead?: boolean;
}

/** Talks HTTP byte by byte, as no well-behaved client would. */
export function talk(
  port: number,
  { pieces, pauseMs = 0, patienceMs = 10_000, untilHead }: SocketTalk,
): Promise<SocketAnswer> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1");
    let text = "";
    let sent = 0;
    let isDone = false;
    let hasFailed = false;
    const done = (closed: boolean): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(patience);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text, closed, sent, hasFailed });
    };
    const patience = setTimeout(() => done(false), patienceMs);
    socket.on("data", (part) => {
      text += part.toString("latin1");
      if (untilHead && text.includes("\r\n\r\n")) done(false);
    });
    socket.on("error", () => {
      hasFailed = true;
      done(true);
    });
    socket.on("close", () => done(true));
    socket.on("connect", () => void send());

    async function send(): Promise<void> {
      for (const piece of pieces) {
        if (isDone || socket.destroyed) return;
        const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
        sent += bytes.length;
        if (!socket.write(bytes)) {
          await new Promise<void>((resume) => {
            const go = (): void => {
              socket.off("drain", go).off("close", go);
              resume();
            };
            socket.on("drain", go).on("close", go);
          });
        }
        if (pauseMs > 0) await new Promise((go) => setTimeout(go, pauseMs));
      }
    }
  });
}
