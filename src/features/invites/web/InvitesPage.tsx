import { Copy } from "lucide-react";
import { useZone } from "#src/features/settings/web/store.ts";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { KeyValue, Sum } from "#src/ui/Ledger.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { useCopy } from "#src/ui/useCopy.ts";
import type { InviteOverview } from "../contract.ts";
import { InviteForm } from "./InviteForm.tsx";
import { InviteTable } from "./InviteTable.tsx";
import { useInvites } from "./store.ts";
import cx from "./InvitesPage.module.css";

/** Invites by a personal link or by email, what became of them, and what they brought. */
export function InvitesPage() {
  const { t } = useTranslation(["invites", "common"]);
  const language = useLanguage();
  const zone = useZone();
  const { items: invites, extra: overview, isLoading, hasFailed, hasMore, more, reload } = useInvites();
  const figure = (value: number): string => formatNumber(value, language);
  return (
    <div className={cx("page invites-page")}>
      <div className={cx("invites-main")}>
        <div>
          <h1 className="h1">{t("title")}</h1>
          <p className={cx("invites-lede")}>{overview ? <Lede overview={overview} /> : t("lede.none")}</p>
        </div>
        <section aria-labelledby="invites-link">
          <h2 className="h2 key" id="invites-link">
            {t("link.title")}
          </h2>
          <OwnLink link={overview?.link ?? ""} />
        </section>
        <section aria-labelledby="invites-email">
          <h2 className="h2" id="invites-email">
            {t("email.title")}
          </h2>
          <InviteForm />
        </section>
        <section aria-labelledby="invites-list">
          <div className="h2">
            <h2 id="invites-list">{t("list.title")}</h2>
            <span className="h2-note num">
              {overview ? t("list.used", { used: overview.used, limit: overview.limit }) : "–"}
            </span>
          </div>
          {hasFailed ? <RetryAlert title={t("failed")} onRetry={reload} /> : null}
          {!invites && !hasFailed ? <SkeletonRows rows={4} height={36} columns="1fr 90px 160px 48px" /> : null}
          {invites?.length === 0 ? <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState> : null}
          {invites && invites.length > 0 && overview ? (
            <InviteTable invites={invites} rewardOn={overview.rewardOn} zone={zone} />
          ) : null}
          {hasMore ? (
            <p className={cx("invites-older")}>
              <Button size="small" busy={isLoading} busyLabel={t("common:word.loading")} onClick={more}>
                {t("list.older")}
              </Button>
            </p>
          ) : null}
        </section>
      </div>
      <div className={cx("invites-side")}>
        <section aria-labelledby="invites-earned">
          <h2 className="h2 key" id="invites-earned">
            {t("earned.title")}
          </h2>
          <p className={cx("invites-big num")}>
            {overview ? figure(overview.earned.coins) : "–"} <small>{t("earned.unit")}</small>
          </p>
          {overview && overview.earned.count > 0 ? <Earned earned={overview.earned} /> : null}
        </section>
        <section aria-labelledby="invites-know">
          <h2 className="h2" id="invites-know">
            {t("know.title")}
          </h2>
          <ul className={cx("invites-know")}>
            <li>{t("know.account")}</li>
            {overview ? <li>{t("know.limit", { count: overview.limit })}</li> : null}
            <li>{t("know.confirmed")}</li>
            {overview && overview.rewardCoins > 0 ? <li>{t(`know.when.${overview.rewardOn}`)}</li> : null}
          </ul>
        </section>
      </div>
    </div>
  );
}

function Lede({ overview: { rewardCoins, rewardOn, welcomeCoins } }: { overview: InviteOverview }) {
  const { t } = useTranslation("invites");
  return rewardCoins > 0 ? t(`lede.${rewardOn}`, { coins: rewardCoins, welcome: welcomeCoins }) : t("lede.none");
}

/** The personal link, to be copied. It fills when it has come, so that nothing moves. */
function OwnLink({ link }: { link: string }) {
  const { t } = useTranslation("invites");
  const copy = useCopy();
  return (
    <span className={cx("invite-line invite-form")}>
      <TextInput
        tall
        readOnly
        aria-labelledby="invites-link"
        value={link.replace(/^https?:\/\//, "")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="primary" icon={<Icon of={Copy} />} disabled={link === ""} onClick={() => void copy(link)}>
        {t("link.copy")}
      </Button>
    </span>
  );
}

/** What the newest rewards brought, and all of them together. */
function Earned({ earned: { coins, count, latest } }: { earned: InviteOverview["earned"] }) {
  const { t } = useTranslation("invites");
  const language = useLanguage();
  const figure = (value: number): string => formatNumber(value, language);
  const others = count - latest.length;
  return (
    <Sum name={t("earned.sum")} value={figure(coins)}>
      {latest.map((one) => (
        <KeyValue key={one.id} name={one.name ?? t("list.gone")} value={figure(one.coins)} />
      ))}
      {others > 0 ? (
        <KeyValue
          name={t("earned.others", { count: others })}
          value={figure(coins - latest.reduce((sum, one) => sum + one.coins, 0))}
        />
      ) : null}
    </Sum>
  );
}
