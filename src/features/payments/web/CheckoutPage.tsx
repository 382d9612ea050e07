import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { recordId, searchParams } from "#src/ui/client/searchParams.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkBy } from "#src/ui/forms/checkBy.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { formatMoney } from "#src/ui/format.ts";
import { Select } from "#src/ui/Select.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { type Order, typedCard } from "../contract.ts";
import { BalanceAfter, OrderSum } from "./OrderSum.tsx";
import { appliedCoupon, offersQuery, orderQuery } from "./store.ts";
import { TestBanner } from "./TestBanner.tsx";
import { useBuys } from "./words.ts";
import cx from "./CheckoutPage.module.css";

/** Countries of the European Economic Area, and others where many customers are; ISO 3166-1. */
const countries =
  "AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP LI LT LU LV MT NL NO NZ PL PT RO SE SI SK US".split(
    " ",
  );

const countriesIn = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
};

const search = searchParams({ order: recordId });

/** The page where an order of the test payments is paid, in place of a provider's own. */
export function CheckoutPage() {
  const { t } = useTranslation(["payments", "common"]);
  const { order: id } = useSearchParams(search);
  const { data: order, error } = useQuery({ ...orderQuery(id), refetchOnMount: "always" });
  const { data: offers } = useQuery(offersQuery);
  return (
    <>
      <TestBanner withCards />
      {order?.status === "open" && offers ? (
        <div className={cx("page checkout-page")}>
          <OrderDetails order={order} taxPercent={offers.taxPercent} />
          <CardForm order={order} />
        </div>
      ) : (
        <div className="page">
          <h1 className="h1">{t("checkout.title")}</h1>
          {error || id === "" ? (
            <EmptyState title={t("checkout.failed")} actions={<BackToCoins />}>
              {error ? failureText(error).description : t("checkout.closedText")}
            </EmptyState>
          ) : order && offers ? (
            <EmptyState title={t("checkout.closed")} actions={<BackToCoins />}>
              {t("checkout.closedText")}
            </EmptyState>
          ) : (
            <SkeletonRows rows={6} height={44} columns="1fr 80px" />
          )}
        </div>
      )}
    </>
  );
}

function BackToCoins() {
  const { t } = useTranslation("payments");
  return (
    <Link to={paths.coins} className={buttonClass()}>
      {t("checkout.back")}
    </Link>
  );
}

function OrderDetails({ order, taxPercent }: { order: Order; taxPercent: number }) {
  const { t } = useTranslation("payments");
  const buysOf = useBuys();
  const isPack = order.kind === "pack";
  const buys = buysOf(order.coins);
  return (
    <section aria-labelledby="checkout-order">
      <h1 className="h1" id="checkout-order">
        {isPack
          ? t("checkout.pack", { count: order.coins })
          : t("checkout.plan", { plan: t(`levels:name.${order.level ?? "starter"}`) })}
      </h1>
      <p className={cx("checkout-lede")}>
        {isPack
          ? `${buys.slice(0, 1).toLocaleUpperCase()}${buys.slice(1)}. ${t("checkout.lasting")}`
          : t("checkout.planText", { count: order.coins })}
      </p>
      <OrderSum order={order} taxPercent={taxPercent} total={t("checkout.total")} />
      <BalanceAfter order={order} />
    </section>
  );
}

function CardForm({ order }: { order: Order }) {
  const { t } = useTranslation(["payments", "common", "messages"]);
  const language = useLanguage();
  const navigate = useNavigate();
  const user = useSelector(selectActiveUser).value;
  const labelOf = (name: string): string => t(`payments:checkout.${name}`);
  const form = useServerForm({
    defaultValues: {
      email: user?.email ?? "",
      cardNumber: "",
      validUntil: "",
      securityCode: "",
      country: countries.find((code) => code === new Intl.Locale(navigator.language).region) ?? "DE",
    },
    check: (values) => checkBy(typedCard, values),
    sentence: useSentence(labelOf),
    submit: async (card) => {
      await api.payments.payLocally({ id: order.id, ...card });
      appliedCoupon.set(undefined);
      await navigate({ to: paths.coins, search: { order: order.id } });
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form {...form.attributes} className={cx("checkout-card")} aria-labelledby="checkout-card">
      <h2 className="h2" id="checkout-card">
        {t("checkout.card")}
      </h2>
      {field("email", { required: true }, (bound) => (
        <TextInput {...bound} type="email" autoComplete="email" maxLength={254} />
      ))}
      {field("cardNumber", { required: true }, (bound) => (
        <TextInput {...bound} inputMode="numeric" autoComplete="cc-number" maxLength={40} />
      ))}
      {/* Under the field of the card, whose number it is about. */}
      {form.unplaced ? (
        <Alert tone="danger" title={failureText(form.unplaced, "payments.error").title}>
          {failureText(form.unplaced, "payments.error").description}
        </Alert>
      ) : null}
      <div className={cx("checkout-pair")}>
        {field("validUntil", { required: true }, (bound) => (
          <TextInput {...bound} inputMode="numeric" autoComplete="cc-exp" placeholder="04 / 29" maxLength={12} />
        ))}
        {field("securityCode", { required: true }, (bound) => (
          <TextInput {...bound} inputMode="numeric" autoComplete="cc-csc" maxLength={8} />
        ))}
      </div>
      {field("country", { required: true }, (bound) => (
        <Select {...bound} choices={countriesIn(language)} />
      ))}
      <Button type="submit" variant="primary" full busy={form.isBusy} busyLabel={t("checkout.paying")}>
        {order.totalCents === 0
          ? t("checkout.payFree")
          : t("checkout.pay", { amount: formatMoney(order.totalCents, order.currency, language) })}
      </Button>
      <p className="hint">{t("checkout.hint")}</p>
    </form>
  );
}
