export interface WorkflowTables {
  /** Workflows that an operator has switched off. */
  workflow_off: {
    /** Long name. */
    workflow: string;
    since: Date;
  };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends WorkflowTables {}
}
