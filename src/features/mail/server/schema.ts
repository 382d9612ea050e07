const mailSchema: string[] = [
  // `kept` is a mail of an installation without SMTP_URL: it is read in the mailbox of the operator and never goes out.
  `create table mail (
    id uuid primary key,
    user_id uuid references "user" (id) on delete cascade,
    kind text not null,
    language text not null,
    recipient_name text not null,
    recipient text not null,
    reply_to_name text,
    reply_to text,
    subject text not null,
    text_body text not null,
    html_body text not null,
    state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    lease uuid,
    leased_until timestamptz,
    last_error text,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index mail_due on mail (due_at) where state = 'queued'`,
  `create index mail_created on mail (created_at)`,
  `create index mail_user on mail (user_id)`,
];

/** Mails about appointments carry them along as RFC 6047 asks. */
const calendarPartSchema: string[] = [
  `alter table mail add column calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
     add column calendar_body text,
     add check ((calendar_method is null) = (calendar_body is null))`,
];

/** Mails that somebody may switch off say where. */
const unsubscribeSchema: string[] = [`alter table mail add column unsubscribe_url text`];

/** Mails are counted by mailbox, so that nobody is flooded by several senders or under several spellings. */
const mailboxSchema: string[] = [
  `alter table mail add column mailbox text`,
  `create index mail_mailbox on mail (mailbox, created_at)`,
];

/** By the name of the step, see `FeatureManifest`. */
export const mailMigrations = {
  "0002_everyday": mailSchema,
  "0029_sharing": calendarPartSchema,
  "0034_reminders": unsubscribeSchema,
  "0035_mailboxes": mailboxSchema,
};
