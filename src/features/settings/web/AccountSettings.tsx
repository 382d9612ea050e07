import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import type { AccountSecurity, WaysIn } from "#src/features/account/contract.ts";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Settings } from "../contract.ts";
import { AccountLog } from "./AccountLog.tsx";
import { ConfirmHost } from "./ConfirmHost.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { EmailForm, NameForm, PictureField } from "./ProfileForms.tsx";
import { fetchSecurity, fetchWaysIn } from "./security.ts";
import { SessionList } from "./SessionList.tsx";
import { TwoFactor } from "./TwoFactor.tsx";
import { Passkeys, ProviderLinks } from "./WaysIn.tsx";
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
      <button type="button" className="link" disabled={isBusy} onClick={() => void send()}>
        {t("account.sendLink")}
      </button>
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
  const [security, setSecurity] = useState<AccountSecurity>();
  const [ways, setWays] = useState<WaysIn>();
  // What guards the account has changed, and the log with it.
  const [changes, setChanges] = useState(0);
  const readSecurity = (): void => setChanges((count) => count + 1);
  useEffect(() => {
    let isGone = false;
    void fetchSecurity().then(
      (read) => isGone || setSecurity(read),
      () => undefined,
    );
    void fetchWaysIn().then(
      (read) => isGone || setWays(read),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [changes]);
  return (
    <SettingsSection id="account">
      {user ? <PictureField user={user} /> : null}
      {user ? <NameForm key={`name ${user.name}`} user={user} /> : null}
      <dl className={cx("facts")}>
        <div>
          <dt>{t("account.email")}</dt>
          <dd>
            {user?.email ?? ""} {user ? <AddressState isVerified={user.emailVerified} /> : null}
            {security?.pendingEmail ? (
              <p className="hint">{t("email.pending", { email: security.pendingEmail })}</p>
            ) : null}
          </dd>
        </div>
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
      <h3 className={cx("settings-sub")}>{t("email.title")}</h3>
      <EmailForm onAsked={readSecurity} />
      <h3 className={cx("settings-sub")}>{t("password.title")}</h3>
      <PasswordForm
        email={user?.email ?? ""}
        hasPassword={ways?.password ?? true}
        onChanged={() => {
          setPasswords(passwords + 1);
          readSecurity();
        }}
      />
      <h3 className={cx("settings-sub")}>{t("twoFactor.title")}</h3>
      {security ? <TwoFactor state={security} onChanged={readSecurity} /> : <SkeletonRows rows={1} height={56} />}
      {ways ? <Passkeys ways={ways} onChanged={readSecurity} /> : null}
      {ways ? <ProviderLinks ways={ways} onChanged={readSecurity} /> : null}
      <h3 className={cx("settings-sub")}>{t("sessions.title")}</h3>
      <SessionList key={`sessions ${passwords}`} />
      <h3 className={cx("settings-sub")}>{t("log.title")}</h3>
      <p className={cx("settings-lede")}>{t("log.lede")}</p>
      <AccountLog key={`log ${changes}`} />
      <h3 className={cx("settings-sub")}>{t("export.title")}</h3>
      <p className={cx("settings-lede")}>{t("export.lede")}</p>
      <p className={cx("settings-row")}>
        <ExportButton />
      </p>
      <h3 className={cx("settings-sub")}>{t("delete.title")}</h3>
      <p className={cx("settings-lede")}>{t("delete.lede")}</p>
      <p className={cx("settings-row")}>
        <Button onClick={() => setLeaving(true)}>{t("delete.open")}</Button>
      </p>
      {user ? <ConfirmHost email={user.email} /> : null}
      {user ? <DeleteAccount user={user} open={isLeaving} onOpenChange={setLeaving} /> : null}
    </SettingsSection>
  );
}
