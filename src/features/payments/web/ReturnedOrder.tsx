import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { recordId, searchParams } from "#src/ui/client/searchParams.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { invalidate, queryClient } from "#src/ui/data/queryClient.ts";
import { coinsQuery } from "#src/features/coins/web/store.ts";
import { orderQuery } from "./store.ts";

const search = searchParams({ order: recordId });
/** Milliseconds between questions whether a payment arrived. */
const askMs = 2000;

/** Somebody comes back from paying: says when the coins are there, and what is awaited until then. */
export function ReturnedOrder() {
  const { t } = useTranslation("payments");
  const { order: id } = useSearchParams(search);
  const navigate = useNavigate();
  const told = useRef("");
  const { data: order } = useQuery({
    ...orderQuery(id),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.status !== "open" ? false : askMs),
  });
  const status = order?.status;
  const isFree = order?.totalCents === 0;
  useEffect(() => {
    if (!status || status === "open" || told.current === id) return;
    told.current = id;
    // The address is that of the page again, so that a reload says nothing twice.
    void navigate({ to: paths.coins, replace: true });
    if (status !== "paid") return void toastMessage("payments.error", "danger");
    invalidate("payments", "runs");
    void queryClient
      .fetchQuery({ ...coinsQuery, staleTime: 0 })
      // A purchase that a coupon made free was no payment.
      .then(() => toastMessage(isFree ? "coins.updateSuccess" : "payments.success"))
      .catch(() => toastMessage("coins.updateError", "warn"));
  }, [status, isFree, id, navigate]);
  if (id === "" || status !== "open") return null;
  return <Alert title={t("waiting.title")}>{t("waiting.text")}</Alert>;
}
