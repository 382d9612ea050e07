export interface CoinTables {}
