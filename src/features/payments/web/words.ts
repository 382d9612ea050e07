import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";

const priceOf = (key: string): number => {
  const card = cards.find((one) => one.key === key);
  return card?.isProductionReady ? card.coins : Number.POSITIVE_INFINITY;
};

/** What coins buy, counted in the workflows people know best. */
export function countsOf(coins: number): { hasLeads: boolean; plans: number; articles: number; allArticles: number } {
  const [plan, article] = [priceOf("contentPlanner"), priceOf("blogArticleWriter")];
  const plans = Math.floor(coins / plan);
  return {
    hasLeads: coins >= priceOf("leadsListProvider") + priceOf("leadsOutreachAssistant"),
    plans,
    articles: Math.floor((coins - (plans > 0 ? plans * plan : 0)) / article),
    allArticles: Math.floor(coins / article),
  };
}

/** Says what coins buy: "one content plan and 6 articles". */
export function useBuys(): (coins: number) => string {
  const { t } = useTranslation("payments");
  return (coins) => {
    const { hasLeads, plans, articles, allArticles } = countsOf(coins);
    if (hasLeads) return t("buys.leads");
    if (plans === 0) return t("buys.articles", { count: allArticles });
    const words = t("buys.plans", { count: plans });
    return articles > 0
      ? t("buys.and", { plans: words, articles: t("buys.articles", { count: articles }) })
      : t("buys.or", { plans: words, articles: t("buys.articles", { count: allArticles }) });
  };
}
