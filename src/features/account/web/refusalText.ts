import { useTranslation } from "#src/ui/i18n/index.ts";
import { messageKeyOf } from "#src/ui/i18n/messageKey.ts";
import type { FormRejection } from "#src/ui/forms/formStore.ts";

/**
 * Words for a refused sign-in or registration, by its code; `messages` must be loaded.
 * @param tried which of the two it was, for codes that say nothing about it
 */
export function useRefusalText(
  tried: "login.serverError" | "register.serverError",
): (refusal: FormRejection) => { title: string; description: string } {
  const { t } = useTranslation("account");
  return ({ code, retryAfter }) => {
    const key = messageKeyOf(code, tried);
    return {
      title: t(`messages:${key}.title`),
      description: retryAfter
        ? t("waitSeconds", { count: retryAfter })
        : t([`refusal.${code}`, `messages:${key}.description`]),
    };
  };
}
