import { useEffect, useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { appliedCoupon } from "./store.ts";

/** Begins a purchase and leads to the page where it is paid. `busy` is the item that is being opened. */
export function useBuy(): { busy: string | undefined; buy: (item: string) => void } {
  const [busy, setBusy] = useState<string>();
  // Somebody who comes back from the page of the provider may find this one as it was.
  useEffect(() => {
    const reset = (): void => setBusy(undefined);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);
  const buy = (item: string): void => {
    if (busy !== undefined) return;
    setBusy(item);
    const coupon = appliedCoupon.get()?.coupon;
    api.payments
      .startCheckout({ item, ...(coupon ? { coupon } : {}) })
      .then(({ url }) => location.assign(url))
      .catch((cause: unknown) => {
        setBusy(undefined);
        toastFailure("payments.error")(cause);
      });
  };
  return { busy, buy };
}
