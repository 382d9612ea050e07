import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useCoins } from "#src/features/coins/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";

/** The first workflow of a new person: the content planner where it can be paid, else the dearest that can. */
function firstWorkflow(credits: number) {
  const payable = cards.filter((card) => card.isProductionReady && card.path !== "" && card.coins <= credits);
  return payable.find(({ key }) => key === "contentPlanner") ?? payable.toSorted((a, b) => b.coins - a.coins).at(0);
}

/** What a new person reads: what will stand here, and the way to the first run with its price. */
export function DashboardEmpty() {
  const { t } = useTranslation(["dashboard", "workflows"]);
  const value = useCoins();
  if (!value) return null;
  const first = firstWorkflow(value.credits);
  return (
    <section>
      <EmptyState
        title={t("empty.title")}
        actions={
          <Link to={first?.path ?? paths.workflows} className={buttonClass({ variant: "primary", size: "small" })}>
            {first ? t("empty.start", { name: t(`workflows:${first.key}.name`) }) : t("empty.browse")}
          </Link>
        }
      >
        {first
          ? t("empty.text", { cost: first.coins, credits: value.credits })
          : t("empty.noCoins", { credits: value.credits })}
      </EmptyState>
    </section>
  );
}
