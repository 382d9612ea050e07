import type { Generated } from "kysely";

export type MailState = "kept" | "queued" | "sent" | "failed";

export interface MailTables {
  mail: {
    id: string;
    /** Whose request wrote it; the row goes when the person goes. */
    user_id: string | null;
    kind: string;
    language: string;
    recipient_name: string;
    recipient: string;
    /** What all addresses of the recipient's mailbox share; null for mails from before it was noted. */
    mailbox: string | null;
    reply_to_name: string | null;
    reply_to: string | null;
    subject: string;
    text_body: string;
    html_body: string;
    /** Address that ends mails of its kind (RFC 8058). */
    unsubscribe_url: string | null;
    /** iTIP method and text of an appointment that the mail is about; both or none. */
    calendar_method: "REQUEST" | "CANCEL" | null;
    calendar_body: string | null;
    state: MailState;
    /** Tries begun, those included that a crash ended. */
    attempts: Generated<number>;
    due_at: Date;
    /** Who is sending it now, and until when nobody else may. */
    lease: string | null;
    leased_until: Date | null;
    /** Codes of the last refusal, never its words: servers repeat addresses and texts in them. */
    last_error: string | null;
    created_at: Date;
    finished_at: Date | null;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends MailTables {}
}
