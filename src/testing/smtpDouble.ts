import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/**
 * What the server does with the next mails: a number is that refusal at RCPT TO, `421` closes at the greeting,
 * `554` refuses the whole message after DATA.
 */
export type SmtpManner =
  | "take"
  | 421
  | 450
  | 550
  | 554
  /** Refuses our own address with 550. */
  | "unknownSender"
  /** Accepts the connection and never says a word. */
  | "silent"
  /** Reads the message and never answers; `release` lets the answers go. */
  | "hold"
  /** Reads the message, forgets it and closes the connection. */
  | "drop"
  /** Keeps the message and closes the connection before it says so. */
  | "takeAndDrop";

export interface TakenMail {
  messageId: string;
  from: string;
  to: string[];
  /** Header and body as they came over the wire. */
  raw: string;
}

export interface SmtpDouble {
  url: string;
  /** What this server would deliver to its people, in order. */
  taken: TakenMail[];
  /** Connections there have been. */
  connections: () => number;
  behave: (manner: SmtpManner) => void;
  /** Resolves when a message has been read that is held back. */
  holding: () => Promise<void>;
  release: () => void;
  close: () => Promise<void>;
}

const refusal = (code: number): Error => Object.assign(new Error(`refused by the test`), { responseCode: code });

/** A mail server that speaks real SMTP and misbehaves on demand. */
export async function openSmtpDouble(): Promise<SmtpDouble> {
  let manner: SmtpManner = "take";
  let connections = 0;
  const taken: TakenMail[] = [];
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let heldListeners: (() => void)[] = [];

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 0,
    onConnect(_session, done) {
      if (manner === "silent") return;
      done(manner === 421 ? refusal(421) : null);
    },
    onMailFrom(_address, _session, done) {
      done(manner === "unknownSender" ? refusal(550) : null);
    },
    onRcptTo(_address, _session, done) {
      done(manner === 450 || manner === 550 ? refusal(manner) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const keep = (): void => {
          const from = session.envelope.mailFrom;
          taken.push({
            messageId: /^message-id: *(<[^>]*>)/im.exec(raw)?.[1] ?? "",
            from: from === false ? "" : from.address,
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw,
          });
        };
        const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
        switch (manner) {
          case 554:
            return done(refusal(554));
          case "drop":
            return hangUp();
          case "takeAndDrop":
            keep();
            return hangUp();
          case "hold": {
            keep();
            held.push(() => done());
            const listeners = heldListeners;
            heldListeners = [];
            for (const listener of listeners) listener();
            return undefined;
          }
          default:
            keep();
            return done();
        }
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    connections: () => connections,
    behave(next) {
      manner = next;
    },
    holding: () => (held.length > 0 ? Promise.resolve() : new Promise((done) => heldListeners.push(done))),
    release() {
      for (const answer of held.splice(0)) answer();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
