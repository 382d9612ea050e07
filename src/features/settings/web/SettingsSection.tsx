import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { SaveStatus } from "./useSave.ts";
import cx from "./SettingsPage.module.css";

/** Topics of the settings by group; one is shown at a time. Topics and their sections are anchors of the address. */
export const topicGroups = {
  you: { style: ["interface", "results"], company: ["company"] },
  work: { workflows: ["workflows", "favorites"], calendar: ["calendar"], engine: ["engine", "sources"] },
  account: { account: ["account"] },
} as const;
type Groups = typeof topicGroups;
type ValueOf<T> = T extends unknown ? T[keyof T] : never;
type KeyOf<T> = T extends unknown ? keyof T : never;
export type TopicId = KeyOf<ValueOf<Groups>>;
export type SectionId = ValueOf<ValueOf<Groups>>[number];

const topics = Object.values(topicGroups).flatMap((group) =>
  Object.entries(group).map(([id, sections]) => ({ id: id as TopicId, sections: sections as readonly SectionId[] })),
);
/** Shown beside the list while the address names none. */
export const firstTopic: TopicId = "style";

/** @param hash of the address: a topic or one of its sections */
export function topicOf(hash: string): TopicId | undefined {
  const isNamed = ({ id, sections }: (typeof topics)[number]): boolean =>
    id === hash || sections.some((section) => section === hash);
  return topics.find(isNamed)?.id;
}

/** @returns the section that the address names, if it names one below the top of its topic */
export const sectionOf = (hash: string): SectionId | undefined =>
  topics.flatMap(({ sections }) => sections.slice(1)).find((section) => section === hash);

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
      <div className={topics.some(({ sections }) => sections[0] === id) ? "h2 key" : "h2"}>
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
