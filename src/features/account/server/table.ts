import type { ColumnType, Generated } from "kysely";
import type { AccountEventKind, License } from "../contract.ts";
import type { LinkKind, RequestedLink } from "./links.ts";

export interface AccountTables {
  user: {
    id: string;
    name: string;
    /** One spelling of each address, see `emailKey`. */
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    language: "en" | "de" | null;
    roles: Generated<string[]>;
    /** The level that counts: the higher of the two that follow. */
    owned_license: Generated<License>;
    /** Given by an operator, until it is taken back. */
    granted_license: Generated<License | null>;
    /** The best of the plans that are paid for. */
    paid_license: Generated<License>;
    date_last_logout: Date | null;
    /** Since when an operator keeps the person out. */
    disabled_at: Generated<Date | null>;
    /** When an operator let the person in again, the last time. */
    enabled_at: Generated<Date | null>;
    /** When the person accepted the terms as they signed up; null for accounts of before that was asked. */
    terms_accepted_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  session: {
    id: string;
    user_id: string;
    /** SHA-256 of the token, base64url. */
    token_hash: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    /** When the person last proved who they are in this session. */
    proven_at: Generated<Date>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  account: {
    id: string;
    user_id: string;
    account_id: string;
    /** `credential` for e-mail and password, else the provider, whose name for the person is `account_id`. */
    provider_id: string;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    /** argon2id in PHC format. */
    password: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  account_link: {
    id: string;
    user_id: string;
    kind: LinkKind;
    /** SHA-256 of the token, base64url. */
    token_hash: string;
    /** The new address that a link of the kind `email` makes the person's. */
    email: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
  };
  passkey: {
    id: string;
    user_id: string;
    /** As the authenticator names it, base64url. */
    credential_id: string;
    /** COSE key. */
    public_key: Buffer;
    /** Signatures so far as the authenticator counts them; 0 for one that does not count. */
    counter: ColumnType<string, number, number>;
    transports: string[];
    /** Whether it is kept in a cloud and so on several devices. */
    backed_up: boolean;
    name: string;
    created_at: Generated<Date>;
    last_used_at: ColumnType<Date | null, Date | undefined, Date>;
  };
  account_picture: {
    user_id: string;
    media_type: string;
    bytes: Buffer;
    updated_at: Generated<Date>;
  };
  /** What happened to an account; kept 180 days. */
  account_event: {
    id: string;
    user_id: string;
    kind: AccountEventKind;
    /** Coarse address, see `coarseAddress`. */
    network: string | null;
    user_agent: string | null;
    created_at: Generated<Date>;
  };
  second_factor: {
    user_id: string;
    /** Sealed by a key of the person, see `sealSecret`. */
    secret: string;
    /** Null until a code of it was typed; it counts from then on. */
    confirmed_at: Date | null;
    /** Step of the last code that was used: no code works twice. */
    last_step: ColumnType<string | null, number | null, number>;
    created_at: Generated<Date>;
  };
  recovery_code: {
    user_id: string;
    /** Keyed hash, base64url. */
    code_hash: string;
    created_at: Generated<Date>;
  };
  link_request: {
    id: string;
    kind: Generated<RequestedLink>;
    /** As accounts are found by it, typed by whoever asked. */
    email: string;
    language: "en" | "de";
    created_at: Generated<Date>;
  };
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends AccountTables {}
}
