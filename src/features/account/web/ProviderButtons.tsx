import { useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { useSessionClient } from "./useSession.ts";
import cx from "./SignInPage.module.css";

export interface ProviderButtonsProps {
  providers: readonly { id: string; name: string }[];
  callbackUrl: string;
  inviteCode: string | null;
}

/** Ways in with an account elsewhere; nothing where this installation offers none. */
export function ProviderButtons({ providers, callbackUrl, inviteCode }: ProviderButtonsProps) {
  const { t } = useTranslation("account");
  const language = useLanguage();
  const session = useSessionClient();
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState<string>();
  if (providers.length === 0) return null;
  const go = async (id: string, name: string): Promise<void> => {
    setBusy(id);
    setFailed(undefined);
    const fields = { callbackUrl, language, ...(inviteCode ? { inviteCode } : {}) };
    const outcome = await session.beginProvider(id, fields);
    // The page goes on to the provider, with the button still at work.
    if (outcome.ok) return location.assign(outcome.url);
    setBusy(undefined);
    setFailed(name);
  };
  return (
    <>
      <p className={cx("gate-or")}>{t("providers.or")}</p>
      {failed === undefined ? null : (
        <div className={cx("gate-told")}>
          <Alert tone="danger" title={t("error.ProviderDown", { provider: failed })}>
            {t("error.ProviderDownText", { provider: failed })}
          </Alert>
        </div>
      )}
      <div className={cx("gate-providers")} data-count={providers.length}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            full
            aria-label={t("providers.with", { provider: name })}
            busy={busy === id}
            busyLabel={name}
            onClick={() => void go(id, name)}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}
