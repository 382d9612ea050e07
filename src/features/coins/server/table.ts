import type { Generated } from "kysely";
import type { CoinReason } from "../contract.ts";

export type AccountKind = "person" | "held" | `system:${"welcome" | "purchase" | "usage" | "reward" | "adjustment"}`;
export type TransactionReason = Exclude<CoinReason, "run" | "rewrite"> | "hold" | "capture" | "release";
export type HoldState = "held" | "captured" | "released";

/** bigint columns arrive as numbers: the pool parses int8, and coins stay far below 2^53. */
export interface CoinTables {
  coin_account: { id: string; owner: string | null; kind: AccountKind; balance: Generated<number> };
  coin_transaction: {
    id: string;
    idempotency_key: string;
    reason: TransactionReason;
    run_id: string | null;
    owner: string | null;
    note: string | null;
    created_at: Generated<Date>;
  };
  coin_entry: {
    id: Generated<number>;
    transaction_id: string;
    account_id: string;
    amount: number;
    balance_after: number;
  };
  coin_hold: {
    id: string;
    owner: string;
    coins: number;
    state: Generated<HoldState>;
    workflow: string;
    reason: Generated<"run" | "rewrite">;
    project_id: string | null;
    created_at: Generated<Date>;
    settled_at: Date | null;
  };
  coin_quote: {
    id: string;
    owner: string;
    workflow: string;
    coins: number;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends CoinTables {}
}
