import { request } from "#src/ui/client/api.ts";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";

/** As the server answers it, see `features/invites/contract.ts`. */
interface Offer {
  invitedBy: string | null;
  coins: number;
  on: "run" | "purchase";
}

/** Who invited, and what signing up with the link brings. Nothing for a link that no longer works. */
export function InviteOffer({ code }: { code: string }) {
  const { t } = useTranslation("account");
  const { data } = useAnswer(
    (signal) =>
      request("GET", `/api/community/invites/offer/${encodeURIComponent(code)}`, undefined, {
        signal,
      }) as Promise<Offer>,
  );
  if (!data) return null;
  const title = data.invitedBy === null ? t("invite.bySomeone") : t("invite.by", { name: data.invitedBy });
  return (
    <Alert tone="ok" live={false} title={title}>
      {data.coins > 0 ? t(`invite.${data.on}`, { count: data.coins }) : null}
    </Alert>
  );
}
