import type { Generated } from "kysely";

export interface InviteTables {
  /** The code of a person's own link. */
  invite_link: { user_id: string; code: string };
  /** A message that somebody was sent; gone when they signed up with it. */
  invite: {
    id: string;
    user_id: string;
    /** As typed, in lower case. */
    email: string;
    /** HMAC of the mailbox. */
    mailbox_hash: string;
    code: string;
    created_at: Date;
    expires_at: Date;
    withdrawn_at: Date | null;
  };
  /** Somebody who signed up with an invite. */
  referral: {
    id: string;
    /** Who invited; null once that account is gone. */
    user_id: string | null;
    /** Who signed up; null once that account is gone. */
    invited_id: string | null;
    /** HMAC of the mailbox that signed up: one mailbox brings one reward. */
    mailbox_hash: string;
    /** What each side gets, as it was promised at the sign-up. */
    coins: number;
    invited_at: Date;
    registered_at: Date;
    rewarded_at: Date | null;
    is_inviter_paid: Generated<boolean>;
    is_inviter_told: Generated<boolean>;
    is_invited_told: Generated<boolean>;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends InviteTables {}
}
