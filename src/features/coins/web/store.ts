import { createRecordStore, type RecordState } from "#src/ui/data/recordStore.ts";
import { api } from "#src/ui/client/api.ts";
import type { CoinBalance } from "../contract.ts";

/** Whole coins: what belongs to the person, what is held, what can be spent. The shell fetches it around each run. */
export const coins = createRecordStore<CoinBalance>("coins", {
  fetch: { raised: "Failed to fetch coins", call: (signal) => api.coins.getCoins(undefined, { signal }) },
});

export interface CoinsRoot {
  coins: RecordState<CoinBalance>;
}
export const selectCoins = (state: CoinsRoot): RecordState<CoinBalance> => state.coins;
