export interface OperatorTables {
  operator_audit: {
    id: string;
    /** Null for what was done at the terminal, and when the operator's account is gone. */
    operator_id: string | null;
    /** `grantCoins`. */
    action: string;
    /** Id or name of whom or what it was done to; no address, since the row outlives accounts. */
    subject: string;
    /** Plain words, without anything that names a person. */
    details: string;
    created_at: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends OperatorTables {}
}
