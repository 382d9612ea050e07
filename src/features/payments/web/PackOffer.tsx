import { useQuery } from "@tanstack/react-query";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatMoney } from "#src/ui/format.ts";
import { smallestPackFor } from "../rules.ts";
import { offersQuery } from "./store.ts";
import { useBuy } from "./useBuy.ts";

/** The smallest pack that covers what is missing for a run; nothing where no coins are sold. */
export function PackOffer({ missing, size }: { missing: number; size: "normal" | "bar" }) {
  const { t } = useTranslation("workflow");
  const language = useLanguage();
  const { data } = useQuery(offersQuery);
  const { busy, buy } = useBuy();
  const pack = smallestPackFor(data?.packs ?? [], missing);
  if (!pack) return null;
  return (
    <Button variant="primary" full size={size} busy={busy !== undefined} onClick={() => buy(pack.id)}>
      {t("price.buyPack", { count: pack.coins, price: formatMoney(pack.priceCents, pack.currency, language) })}
    </Button>
  );
}
