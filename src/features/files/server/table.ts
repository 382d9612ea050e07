export interface FileTables {}
