import { useTranslation } from "react-i18next";
import type { Refusal } from "./session.ts";

/** Words for a refused sign-in or registration, by its code. */
export function useRefusalText(): (refusal: Refusal) => { title: string; description: string } {
  const { t, i18n } = useTranslation(["account", "common"]);
  return ({ code, retryAfter }) => {
    const key = i18n.exists(`common:errors.${code}.title`) ? code : "login.serverError";
    return {
      title: t(`common:errors.${key}.title`),
      description: retryAfter
        ? t("waitSeconds", { count: retryAfter })
        : t([`refusal.${code}`, `common:errors.${key}.description`]),
    };
  };
}
