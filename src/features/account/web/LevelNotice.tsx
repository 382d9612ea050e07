import { Link } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import { formatBytes, formatNumber } from "#src/ui/format.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Alert } from "#src/ui/Alert.tsx";
import type { Rights } from "../contract.ts";
import { hasRoom, levelThatMay, writtenBytes } from "../rights.ts";
import { selectActiveUser } from "./store.ts";

/** Rights that a level may be short of; further runs at the same time only wait. */
export const limitedRights = ["schedules", "attachments", "attachmentBytes", "deepResearch"] as const;
export type LimitedRight = (typeof limitedRights)[number];

/** The right that a refusal is about; undefined for any other refusal. */
export const limitedBy = (code: string | undefined): LimitedRight | undefined =>
  limitedRights.find((right) => code === `level.${right}`);

/** Rights of the person who is signed in; undefined until they are known. */
export const useRights = (): Rights | undefined => useSelector(selectActiveUser).value?.rights;

/** Whether rights allow more of something than others do. */
function isMore(right: LimitedRight, than: Rights): (rights: Rights) => boolean {
  const { schedules } = than;
  switch (right) {
    case "schedules":
      return (rights) => schedules !== null && hasRoom(rights.schedules, schedules + 1);
    case "deepResearch":
      return (rights) => rights.deepResearch;
    default:
      return (rights) => rights[right] > than[right];
  }
}

/** Says what the level of the person includes, and which one lifts the limit: "Free includes 2 … Starter includes 10." */
export function useLimitText(): (right: LimitedRight) => string {
  const { t } = useTranslation("levels");
  const language = useLanguage();
  const user = useSelector(selectActiveUser).value;
  return (right) => {
    if (!user) return "";
    const { rights, ownedLicense } = user;
    const count = right === "attachments" ? rights.attachments : (rights.schedules ?? 0);
    const own = t(`limit.${right}`, {
      level: t(`name.${ownedLicense}`),
      count,
      size: formatBytes(writtenBytes(rights.attachmentBytes), language),
    });
    const found = levelThatMay(isMore(right, rights));
    if (!found) return own;
    const next = found.rights;
    const limit =
      right === "attachmentBytes"
        ? formatBytes(writtenBytes(next.attachmentBytes), language)
        : formatNumber(right === "attachments" ? next.attachments : (next.schedules ?? 0), language);
    const key = right === "schedules" && next.schedules === null ? "schedulesUnlimited" : right;
    return `${own} ${t(`lift.${key}`, { level: t(`name.${found.level}`), limit })}`;
  };
}

/** The way to the table of plans. */
export function ComparePlans() {
  const { t } = useTranslation("levels");
  return (
    <Link to={paths.coins} className="link">
      {t("compare")}
    </Link>
  );
}

/** What the level does not include, as a note under a field, with the way to the plans. */
export function LimitNote({ right }: { right: LimitedRight }) {
  const textOf = useLimitText();
  return (
    <>
      {textOf(right)} <ComparePlans />
    </>
  );
}

/** What the level does not include, at the place of what was refused. */
export function LimitAlert({ right, live = true }: { right: LimitedRight; live?: boolean }) {
  const { t } = useTranslation("levels");
  const textOf = useLimitText();
  return (
    <Alert tone="warn" title={t("title")} live={live} action={<ComparePlans />}>
      {textOf(right)}
    </Alert>
  );
}
