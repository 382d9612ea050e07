import { Copy, Link2, MoreHorizontal } from "lucide-react";
import type { SectionInWork } from "../document.ts";
import { sectionHtml } from "../htmlExport.ts";
import { sectionText } from "../plainText.ts";
import { copyRich, copyText } from "#src/ui/client/copyText.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { sectionId } from "./reading.ts";
import type { SectionAction, SectionActions } from "./sectionActions.ts";
import cx from "./SectionFold.module.css";

/** What can be done with a section: `more`, and its text and its address copied. */
export function useSectionActions(
  section: SectionInWork,
  language: string,
  more: SectionActions | undefined,
): SectionAction[] {
  const { t } = useTranslation("reading");
  const copies: SectionAction[] = [
    {
      name: "copy",
      icon: Copy,
      label: t("section.copy"),
      keys: "Ctrl C",
      run: () =>
        void copyRich(
          { text: sectionText(section, language), html: sectionHtml(section, language) },
          t("section.copied"),
        ),
    },
    {
      name: "copyLink",
      icon: Link2,
      label: t("section.copyLink"),
      run: () => {
        const address = new URL(location.href);
        address.hash = sectionId(section.key);
        void copyText(address.href, t("section.linkCopied"));
      },
    },
  ];
  const others = more?.(section) ?? [];
  const isText = ({ name }: SectionAction): boolean => name === "rewrite" || name === "edit";
  return [...others.filter(isText), ...copies, ...others.filter((action) => !isText(action))];
}

export interface SectionMenuProps {
  title: string;
  actions: readonly SectionAction[];
}

/** The actions of one section of a document. */
export function SectionMenu({ title, actions }: SectionMenuProps) {
  const { t } = useTranslation("reading");
  const item = ({ name, icon, label, end, keys, danger = false, disabled = false, run }: SectionAction) => (
    <MenuItem
      key={name}
      icon={<Icon of={icon} size={14} />}
      danger={danger}
      disabled={disabled}
      onSelect={run}
      {...(end === undefined ? {} : { end })}
      {...(keys ? { keys } : {})}
    >
      {label}
    </MenuItem>
  );
  const last = actions.filter(({ danger }) => danger);
  return (
    <Menu
      isSheet
      trigger={
        <IconButton label={t("section.more", { title })} className={cx("section-more")}>
          <Icon of={MoreHorizontal} />
        </IconButton>
      }
    >
      {actions.filter(({ danger }) => !danger).map(item)}
      {last.length > 0 ? <MenuRule /> : null}
      {last.map(item)}
    </Menu>
  );
}
