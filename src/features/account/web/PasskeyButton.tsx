import { Fingerprint } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { useSessionClient } from "./useSession.ts";
import cx from "./SignInPage.module.css";

const isKnown = typeof PublicKeyCredential !== "undefined";

/** Whether the browser offers passkeys in the list of the email field. */
const isQuietPossible = async (): Promise<boolean> =>
  isKnown && (await PublicKeyCredential.isConditionalMediationAvailable());

/** Signs in by a passkey: by a press, or chosen in the list of the email field. Nothing where browsers know none. */
export function PasskeyButton() {
  const { t } = useTranslation("account");
  const session = useSessionClient();
  const waiting = useRef<AbortController>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isSigned = useRef(false);
  /**
   * One question at a time: browsers refuse a second one. After an answer there is none: it would end the session that
   * the first one is just opening. The list of the field, which may be ready late, does not end a press.
   */
  const ask = async (isQuiet: boolean): Promise<void> => {
    if (isSigned.current || (isQuiet && waiting.current)) return;
    waiting.current?.abort();
    const stop = new AbortController();
    waiting.current = stop;
    const outcome = await session.signInByPasskey(isQuiet, stop.signal, () => {
      isSigned.current = true;
      setBusy(true);
    });
    if (stop.signal.aborted) return;
    isSigned.current = outcome.ok;
    setBusy(outcome.ok);
    if (outcome.ok) setFlash("login.success", sessionStorage);
    // Who turned back knows it, and who pressed nothing waits for nothing.
    else setFailed(!isQuiet && outcome.code !== "passkey.cancelled");
  };
  const latest = useRef(ask);
  useEffect(() => {
    let isGone = false;
    void isQuietPossible().then((isPossible) => (isPossible && !isGone ? latest.current(true) : undefined));
    return () => {
      isGone = true;
      waiting.current?.abort();
    };
  }, []);
  if (!isKnown) return null;
  return (
    <div className={cx("gate-passkey")}>
      {hasFailed ? (
        <div className={cx("gate-told")}>
          <Alert tone="danger" title={t("passkey.failed")}>
            {t("passkey.failedText")}
          </Alert>
        </div>
      ) : null}
      <Button
        full
        icon={<Icon of={Fingerprint} />}
        busy={isBusy}
        busyLabel={t("signIn.busy")}
        onClick={() => {
          setBusy(true);
          setFailed(false);
          void ask(false);
        }}
      >
        {t("passkey.signIn")}
      </Button>
    </div>
  );
}
