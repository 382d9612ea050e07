import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";
import type { CoinBalance } from "../contract.ts";

/** Whole coins: what belongs to the person, what is held, what can be spent. Read again around each run. */
export const coinsQuery = queryOptions({
  queryKey: ["coins", "balance"],
  queryFn: ({ signal }) => api.coins.getCoins(undefined, { signal }),
  meta: { tags: ["runs"] },
  staleTime: Infinity,
});

/** The balance as it was read last; undefined until it is known. */
export const useCoins = (): CoinBalance | undefined => useQuery(coinsQuery).data;
