import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { SaveStatus } from "./useSave.ts";
import cx from "./SettingsPage.module.css";

/** Parts of the page in their order; each is an anchor of the address. */
export const sectionIds = [
  "interface",
  "results",
  "company",
  "calendar",
  "favorites",
  "workflows",
  "engine",
  "sources",
  "account",
] as const;
export type SectionId = (typeof sectionIds)[number];

export interface SettingsSectionProps {
  id: SectionId;
  /** In place of the name that leads here. */
  title?: string;
  /** One sentence under the heading. */
  lede?: ReactNode;
  status?: SaveStatus;
  /** A button at the right of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the settings: its heading says whether the last change was kept. */
export function SettingsSection({ id, title, lede, status = "idle", action, children }: SettingsSectionProps) {
  const { t } = useTranslation("settings");
  return (
    <section className={cx("settings-part")} id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div className={id === sectionIds[0] ? "h2 key" : "h2"}>
        <h2 id={`${id}-title`}>{title ?? t(`section.${id}`)}</h2>
        <span className={cx("h2-note settings-status")} role="status" data-status={status}>
          {status === "saved" ? <Icon of={Check} size={14} /> : null}
          {status === "failed" ? <Icon of={CircleAlert} size={14} /> : null}
          {status === "idle" ? null : t(`status.${status}`)}
        </span>
        {action}
      </div>
      {lede ? <p className={cx("settings-lede")}>{lede}</p> : null}
      {children}
    </section>
  );
}
