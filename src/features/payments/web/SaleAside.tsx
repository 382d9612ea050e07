import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { codeOf, failureText, toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import type { Offers } from "../contract.ts";
import { appliedCoupon, offersQuery } from "./store.ts";
import cx from "./Sale.module.css";

/** Coupon and ways to pay, beside what is sold. */
export function SaleAside() {
  const { data } = useQuery(offersQuery);
  if (!data || data.provider === null) return null;
  return (
    <>
      <CouponForm offers={data} />
      <Payment offers={data} />
    </>
  );
}

/** The dearest pack: a coupon that fits none of the packs is refused at once, one that fits some when they are bought. */
const dearest = ({ packs }: Offers): string | undefined => packs.toSorted((a, b) => b.priceCents - a.priceCents)[0]?.id;

function CouponForm({ offers }: { offers: Offers }) {
  const { t } = useTranslation(["payments", "common", "messages"]);
  const labelOf = (): string => t("payments:coupon.label");
  const words = useSentence(labelOf);
  const applied = useSyncExternalStore(appliedCoupon.subscribe, appliedCoupon.get);
  const item = dearest(offers);
  const form = useServerForm({
    defaultValues: { code: "" },
    check: (values) => checkOwn(values, values.code.trim() === "" && ownProblem("code", "validation.required")),
    sentence: words,
    submit: async ({ code }) => {
      if (item === undefined) return undefined;
      try {
        appliedCoupon.set(await api.payments.applyCoupon({ code, item }));
        await toastMessage("payments.couponSuccess");
      } catch (cause) {
        toastFailure("payments.error")(cause);
        if (!codeOf(cause).startsWith("payments.coupon")) throw cause;
        return fieldRefusal(codeOf(cause), "code", `messages:${codeOf(cause)}.title`);
      }
      return undefined;
    },
    onDone: (): void => form.reset({ code: "" }),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <section aria-labelledby="coins-coupon">
      <h2 className={cx("h2 aside-head")} id="coins-coupon">
        {t("coupon.title")}
      </h2>
      {applied ? (
        <p className={cx("coupon-taken")}>
          <span>{t("coupon.taken", { code: applied.coupon })}</span>
          <Button variant="link" size="small" onClick={() => appliedCoupon.set(undefined)}>
            {t("coupon.remove")}
          </Button>
        </p>
      ) : (
        <form {...form.attributes} className={cx("coupon-form")} aria-labelledby="coins-coupon">
          {field("code", (bound) => (
            <TextInput
              {...bound}
              placeholder={t("coupon.placeholder")}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          ))}
          <Button type="submit" busy={form.isBusy} busyLabel={t("coupon.busy")}>
            {t("coupon.apply")}
          </Button>
          {form.unplaced ? <p className="hint">{failureText(form.unplaced).description}</p> : null}
        </form>
      )}
    </section>
  );
}

function Payment({ offers }: { offers: Offers }) {
  const { t } = useTranslation("payments");
  const [isOpening, setOpening] = useState(false);
  const open = (): void => {
    setOpening(true);
    api.payments
      .openPortal({})
      .then(({ url }) => location.assign(url))
      .catch((cause: unknown) => {
        setOpening(false);
        toastFailure("payments.error")(cause);
      });
  };
  return (
    <section aria-labelledby="coins-payment">
      <h2 className={cx("h2 aside-head")} id="coins-payment">
        {t("payment.title")}
      </h2>
      {offers.cardEnding ? <p className={cx("pay-line")}>{t("payment.card", { ending: offers.cardEnding })}</p> : null}
      <p className={cx("pay-line")}>
        {t("payment.portal")}
        <button type="button" className="link" aria-busy={isOpening || undefined} disabled={isOpening} onClick={open}>
          {t(isOpening ? "payment.opening" : "payment.open")}
        </button>
      </p>
      <p className={cx("pay-line")}>
        {t("payment.invite")}
        <Link to={paths.invites} className="link">
          {t("payment.inviteAction")}
        </Link>
      </p>
    </section>
  );
}
