import { Copy, Link2, MoreHorizontal } from "lucide-react";
import type { SectionInWork } from "../document.ts";
import { copyRich, copyText } from "#src/shell/copyText.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { IconButton } from "#src/shell/ui/Button.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/shell/ui/Menu.tsx";
import { sectionId, type SectionItems } from "./reading.ts";
import { sectionHtml, sectionText } from "./sectionText.ts";

export interface SectionMenuProps {
  section: SectionInWork;
  /** Of the document. */
  language: string;
  items: SectionItems | undefined;
}

/** What can be done with one section of a document. */
export function SectionMenu({ section, language, items }: SectionMenuProps) {
  const { t } = useTranslation("reading");
  const link = (): string => {
    const address = new URL(location.href);
    address.hash = sectionId(section.key);
    return address.href;
  };
  return (
    <Menu
      trigger={
        <IconButton label={t("section.more", { title: section.title })} className="section-more">
          <Icon of={MoreHorizontal} />
        </IconButton>
      }
    >
      {items ? (
        <>
          {items(section)}
          <MenuRule />
        </>
      ) : null}
      <MenuItem
        icon={<Icon of={Copy} size={14} />}
        onSelect={() =>
          void copyRich(
            { text: sectionText(section, language), html: sectionHtml(section, language) },
            t("section.copied"),
          )
        }
      >
        {t("section.copy")}
      </MenuItem>
      <MenuItem icon={<Icon of={Link2} size={14} />} onSelect={() => void copyText(link(), t("section.linkCopied"))}>
        {t("section.copyLink")}
      </MenuItem>
    </Menu>
  );
}
