import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "#src/platform/deps.ts";
import { retryAfter } from "../rules.ts";
import { leaseSeconds, type MailRow, outbox } from "./repository.ts";
import { MailRefusal, type Transport } from "./transport.ts";

/** Delivers the outbox while it is open. */
export interface OutboxWorker {
  /** Delivers what is due now and resolves when all of it was tried. */
  deliver: () => Promise<void>;
  /** Lets what is being sent finish for some seconds, then gives it up for a later try. */
  stop: () => Promise<void>;
}

export interface OutboxWorkerOptions {
  /** Milliseconds between looks into the outbox. */
  pollMs?: number;
  /** Milliseconds one mail may take; less than the lease, so that nobody else sends it meanwhile. */
  sendMs?: number;
}

/** Mails that one process sends at the same time. */
const together = 5;
/** Milliseconds that mails in flight get when the process ends; the whole process has 8 seconds. */
const drainMs = 4_000;

/**
 * At least once: a process that dies after the other side took a mail and before that is written down leaves a mail
 * that is sent again when its lease is over, with the same Message-ID. Nothing on our side can close that gap.
 * Everything else is once: a claim belongs to one process, and what it did counts only while the lease is its own.
 */
export function startOutboxWorker(
  deps: Pick<Deps, "db" | "newId"> & { log: Logger; transport: Transport },
  { pollMs = 2_000, sendMs = 30_000 }: OutboxWorkerOptions = {},
): OutboxWorker {
  const mails = outbox(deps.db);
  const ending = new AbortController();
  let isStopping = false;

  /** Writes down what became of a mail, over a database that is away for a moment, as long as the lease lasts. */
  async function record(write: () => Promise<unknown>): Promise<void> {
    const until = Date.now() + (leaseSeconds * 1000) / 2;
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        if (isStopping || Date.now() > until) throw error;
        await wait(500);
      }
    }
  }

  async function sendOne(mail: MailRow, lease: string): Promise<void> {
    try {
      await deps.transport.send(mail, AbortSignal.any([ending.signal, AbortSignal.timeout(sendMs)]));
    } catch (error) {
      const refusal = error instanceof MailRefusal ? error : new MailRefusal("EUNKNOWN", false);
      const seconds = refusal.isPermanent ? null : ending.signal.aborted ? 0 : retryAfter(mail.attempts);
      if (seconds === null) {
        deps.log.warn({ mailId: mail.id, kind: mail.kind, reason: refusal.reason }, "a mail will not be delivered");
        await record(() => mails.finish(mail.id, lease, "failed", refusal.reason));
      } else {
        deps.log.info({ mailId: mail.id, kind: mail.kind, reason: refusal.reason, seconds }, "a mail is tried later");
        await record(() => mails.postpone(mail.id, lease, seconds, refusal.reason));
      }
      return;
    }
    await record(() => mails.finish(mail.id, lease, "sent", null));
    deps.log.info({ mailId: mail.id, kind: mail.kind }, "a mail was delivered");
  }

  async function deliver(): Promise<void> {
    for (;;) {
      if (isStopping) return;
      const lease = deps.newId();
      const claimed = await mails.claim(lease, together);
      const done = await Promise.allSettled(claimed.map((mail) => sendOne(mail, lease)));
      for (const one of done) {
        if (one.status === "rejected") deps.log.warn({ err: one.reason }, "what became of a mail was not written down");
      }
      if (claimed.length < together) return;
    }
  }

  let turn: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    turn = deliver()
      .catch((error: unknown) => deps.log.warn({ err: error }, "the outbox could not be read"))
      .finally(() => {
        isBusy = false;
      });
  }, pollMs);

  return {
    deliver,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      const late = setTimeout(() => ending.abort(), drainMs);
      await turn;
      clearTimeout(late);
    },
  };
}
