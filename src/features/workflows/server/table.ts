export interface RunTables {}
