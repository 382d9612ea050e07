import {
  Check,
  CheckCheck,
  Circle,
  CircleAlert,
  CircleDashed,
  CircleSlash,
  type LucideIcon,
  PencilLine,
} from "lucide-react";
import { type Translate, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { Outcome, OutcomeStatus } from "../contract.ts";
import { isContentType, isPlatform, platformLetters } from "../rules.ts";
import cx from "./ItemMarks.module.css";

const icons: Record<OutcomeStatus, LucideIcon> = {
  idea: CircleDashed,
  planned: Circle,
  drafted: PencilLine,
  approved: Check,
  published: CheckCheck,
  skipped: CircleSlash,
  failed: CircleAlert,
};

/** Status as an icon and a word. */
export function StatusMark({ status }: { status: OutcomeStatus }) {
  const { t } = useTranslation("workflows");
  return (
    <span className={cx("item-status")} data-status={status}>
      <Icon of={icons[status]} size={14} />
      {t(`outcomeStatuses.${status}`)}
    </span>
  );
}

/** A platform as two letters in a box; its name for screen readers and the pointer. */
export function PlatformMark({ platform }: { platform: string | null }) {
  const { t } = useTranslation("workflows");
  const short = isPlatform(platform)
    ? platformLetters[platform]
    : Array.from(platform ?? "–")
        .slice(0, 2)
        .join("")
        .toLowerCase();
  return (
    <span className={cx("item-platform")} title={platform ?? t("noPlatform")}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{platform ?? t("noPlatform")}</span>
    </span>
  );
}

/** `LinkedIn, text post`; what an item is, in words. */
export function kindOf({ platform, contentType, kind }: Outcome, t: Translate): string {
  const type = isContentType(contentType) ? t(`workflows:contentTypes.${contentType}`) : "";
  if (platform === null && type === "") return t(`kind.${kind}`, { defaultValue: kind });
  return [platform, type].filter(Boolean).join(", ");
}
