import { CircleCheck, CircleX, Clock, X } from "lucide-react";
import { useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { formatListDate, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Table } from "#src/ui/Table.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Invite, InviteState, RewardCondition } from "../contract.ts";
import cx from "./InvitesPage.module.css";

const icons: Readonly<Record<InviteState, typeof Clock>> = {
  sent: Clock,
  registered: Clock,
  verified: Clock,
  rewarded: CircleCheck,
  expired: CircleX,
  withdrawn: CircleX,
};

interface InviteTableProps {
  invites: readonly Invite[];
  rewardOn: RewardCondition;
  /** IANA zone of the dates. */
  zone: string;
}

/** Everybody who was invited, newest first. */
export function InviteTable({ invites, rewardOn, zone }: InviteTableProps) {
  const { t } = useTranslation("invites");
  return (
    <div className={cx("invite-table")}>
      <Table caption={t("list.title")}>
        <thead>
          <tr>
            <th scope="col">{t("list.person")}</th>
            <th scope="col" className={cx("invite-date")}>
              {t("list.invited")}
            </th>
            <th scope="col">{t("list.status")}</th>
            <th scope="col" className="r">
              {t("list.coins")}
            </th>
          </tr>
        </thead>
        <tbody>
          {invites.map((invite) => (
            <Row key={invite.id} invite={invite} rewardOn={rewardOn} zone={zone} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ invite, rewardOn, zone }: Omit<InviteTableProps, "invites"> & { invite: Invite }) {
  const { t } = useTranslation("invites");
  const language = useLanguage();
  const { state, coins } = invite;
  const on = (date: string): string => formatListDate(date, language, { zone });
  const key = state === "verified" || state === "rewarded" ? `state.${state}.${rewardOn}` : `state.${state}`;
  return (
    <tr>
      <td className={cx("invite-person")}>{invite.name ?? invite.email ?? t("list.gone")}</td>
      <td className={cx("invite-date")}>
        <time dateTime={invite.invitedAt}>{on(invite.invitedAt)}</time>
      </td>
      <td>
        <span className={cx("invite-state")} data-state={state}>
          <Icon of={icons[state]} size={14} />
          <span>{t(key, { date: on(invite.at) })}</span>
        </span>
      </td>
      <td className="r">
        {coins > 0 ? formatNumber(coins, language, { signed: true }) : null}
        {state === "sent" ? <Withdraw invite={invite} /> : null}
      </td>
    </tr>
  );
}

function Withdraw({ invite: { id, email } }: { invite: Invite }) {
  const { t } = useTranslation("invites");
  const [isBusy, setBusy] = useState(false);
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.invites.withdrawInvite({ enData: { id } });
      invalidate("invites");
      toast({ tone: "ok", title: t("withdraw.done"), text: t("withdraw.doneText") });
    } catch (cause) {
      toastFailure("unknown")(cause);
    }
    setBusy(false);
  };
  return (
    <IconButton
      label={t("withdraw.labelNamed", { email: email ?? "" })}
      title={t("withdraw.label")}
      disabled={isBusy}
      onClick={() => void withdraw()}
    >
      <Icon of={X} size={14} />
    </IconButton>
  );
}
