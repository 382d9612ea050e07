export interface OutcomeTables {}
