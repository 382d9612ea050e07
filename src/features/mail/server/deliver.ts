import type { Logger } from "pino";
import { isTransient } from "#src/platform/database/transient.ts";
import { retryUntilStored } from "#src/platform/database/retryUntilStored.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { StopSignals } from "#src/platform/jobs.ts";
import { retryAfter } from "../rules.ts";
import { type MailRow, outbox } from "./repository.ts";
import { MailRejectedError, type Transport } from "./transport.ts";

/** Mails that one process sends at the same time. */
const together = 5;
/** Milliseconds one mail may take; with the time to write it down less than the lease, so that nobody else sends it. */
const sendMs = 30_000;

/**
 * Delivers what is due now and resolves when all of it was tried.
 *
 * At least once: a process that dies after the other side took a mail and before that is written down leaves a mail
 * that is sent again when its lease is over, with the same Message-ID. Nothing on our side can close that gap.
 * Everything else is once: a claim belongs to one process, and what it did counts only while the lease is its own.
 */
export async function deliverMails(
  deps: Pick<Deps, "db" | "newId"> & {
    log: Logger;
    transport: Transport;
    sendMs?: number;
    /** Asked right before a mail goes out; one that is not wanted any more is removed. */
    isWanted?: (mail: MailRow) => Promise<boolean>;
  },
  { stopping, deadline }: StopSignals,
): Promise<void> {
  const mails = outbox(deps.db);
  const record = (write: () => Promise<unknown>): Promise<unknown> => retryUntilStored(write, isTransient);

  async function sendOne(mail: MailRow, lease: string): Promise<void> {
    // Where that cannot be found out, the mail waits for the end of its lease.
    if (deps.isWanted && !(await deps.isWanted(mail))) {
      await record(() => mails.remove(mail.id, lease));
      deps.log.info({ mailId: mail.id, kind: mail.kind }, "a mail is not wanted any more and was not sent");
      return;
    }
    try {
      await deps.transport.send(mail, AbortSignal.any([deadline, AbortSignal.timeout(deps.sendMs ?? sendMs)]));
    } catch (error) {
      const refusal = error instanceof MailRejectedError ? error : new MailRejectedError("EUNKNOWN", false);
      const seconds = refusal.isPermanent ? null : deadline.aborted ? 0 : retryAfter(mail.attempts);
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

  let claimed: MailRow[];
  do {
    if (stopping.aborted) return;
    const lease = deps.newId();
    claimed = await mails.claim(lease, together);
    const done = await Promise.allSettled(claimed.map((mail) => sendOne(mail, lease)));
    for (const one of done) {
      if (one.status === "rejected") deps.log.warn({ err: one.reason }, "what became of a mail was not written down");
    }
  } while (claimed.length === together);
}
