import type { AuditAction } from "../contract.ts";

export interface OperatorTables {
  operator_audit: {
    id: string;
    /** Null for what was done at the terminal, and when the operator's account is gone. */
    operator_id: string | null;
    is_terminal: boolean;
    action: AuditAction;
    /** Id or name of whom or what it was done to; no address, since the row outlives accounts. */
    subject: string;
    /** The new value: coins, a level, a price. */
    details: string;
    /** In the operator's words; empty for acts that ask for none. */
    reason: string;
    created_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends OperatorTables {}
}
