import { queryOptions } from "@tanstack/react-query";
import { api } from "#src/ui/client/api.ts";
import { createValueStore } from "#src/ui/valueStore.ts";
import type { Price } from "../contract.ts";

/** Packs, plans, and what the person has of them. */
export const offersQuery = queryOptions({
  queryKey: ["payments", "offers"],
  queryFn: ({ signal }) => api.payments.getOffers(undefined, { signal }),
  staleTime: 60_000,
});

/** A purchase by its id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["payments", "order", id],
    queryFn: async ({ signal }) => (await api.payments.getOrder({ id }, { signal })).order,
    enabled: id !== "",
  });

/** The coupon that was taken last; it goes with the next purchase of this tab. */
export const appliedCoupon = createValueStore<Price | undefined>(undefined);
