import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import type { Settings } from "../contract.ts";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { SessionList } from "./SessionList.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import cx from "./SettingsPage.module.css";

/** Whether the address is confirmed, and the way to a new link. */
function AddressState({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation(["settings", "common"]);
  const [isBusy, setBusy] = useState(false);
  if (isVerified) return <span className="muted">{t("account.verified")}</span>;
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await request("POST", "/api/user/verification", {});
      await toastMessage("verification.sent");
    } catch (cause) {
      toastFailure("verification.failed")(cause);
    }
    setBusy(false);
  };
  return (
    <>
      <span className="muted">{t("account.unverified")}</span>{" "}
      <Button variant="link" busy={isBusy} onClick={() => void send()}>
        {t("account.sendLink")}
      </Button>
    </>
  );
}

/** Who is signed in and where, the password, the setup, and the way out for good. */
export function AccountSettings({ settings: { onboardingState } }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common"]);
  const user = useSelector(selectActiveUser).value;
  const [isLeaving, setLeaving] = useState(false);
  // Sessions end with the old password: the list is asked for anew.
  const [passwords, setPasswords] = useState(0);
  return (
    <SettingsSection id="account">
      <dl className={cx("facts")}>
        {(["name", "email"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`account.${name}`)}</dt>
            <dd>
              {user?.[name] ?? ""} {name === "email" && user ? <AddressState isVerified={user.emailVerified} /> : null}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("account.setup")}</dt>
          <dd>
            {t(`setup.${onboardingState}`)}{" "}
            <Link to={paths.welcome} className="link">
              {t(onboardingState === "finished" ? "setup.again" : "setup.resume")}
            </Link>
          </dd>
        </div>
      </dl>
      <h3 className={cx("settings-sub")}>{t("password.title")}</h3>
      <PasswordForm email={user?.email ?? ""} onChanged={() => setPasswords(passwords + 1)} />
      <h3 className={cx("settings-sub")}>{t("sessions.title")}</h3>
      <SessionList key={passwords} />
      <h3 className={cx("settings-sub")}>{t("delete.title")}</h3>
      <p className={cx("settings-lede")}>{t("delete.lede")}</p>
      <p className={cx("settings-row")}>
        <Button onClick={() => setLeaving(true)}>{t("delete.open")}</Button>
      </p>
      {user ? <ConfirmIdentity email={user.email} /> : null}
      {user ? <DeleteAccount user={user} open={isLeaving} onOpenChange={setLeaving} /> : null}
    </SettingsSection>
  );
}
