import { List, TextSearch } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OutlineSlots } from "#src/features/documents/web/DocumentOutline.tsx";
import type { PanelTab } from "#src/features/documents/web/outline.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import type { ProposalsState } from "#src/features/runs/web/useProposals.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { useRootMark } from "#src/ui/useRootMark.ts";
import { usePanelTabs } from "./DocumentPanel.tsx";
import cx from "./DocumentDock.module.css";

export interface DocumentDockProps {
  document: ReadDocument;
  outline: OutlineSlots;
  proposals: ProposalsState;
  onFind: () => void;
  /** What is to be done next: a gap to fill, or suggestions. */
  children?: ReactNode;
}

/** The bar at the foot of a narrow page: what is to be done, and the ways through the document. */
export function DocumentDock({ document, outline, proposals, onFind, children }: DocumentDockProps) {
  useRootMark("docDock");
  const { t } = useTranslation(["reading", "projects"]);
  const [isOpen, setOpen] = useState(false);
  const [tab, setTab] = useState<PanelTab>("outline");
  // The sheet gives the focus back in a turn of its own; what was chosen gets it after that.
  const leave = (go: () => void): void => {
    setOpen(false);
    setTimeout(() => setTimeout(go));
  };
  const tabs = usePanelTabs({ document, proposals, outline, onGo: leave });
  return (
    <section className="doc-dock print-hidden num" aria-label={t("dock")}>
      <div className={cx("doc-dock-work")}>{children}</div>
      <div className="doc-dock-ways">
        <IconButton label={t("find.title")} onClick={onFind}>
          <Icon of={TextSearch} />
        </IconButton>
        <IconButton label={t("outline.title")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon of={List} />
        </IconButton>
      </div>
      <Dialog sheet open={isOpen} onOpenChange={setOpen} title={t("panel")}>
        <div className="doc-panel">
          <Tabs
            value={tab}
            onChange={setTab}
            label={t("panel")}
            tabs={tabs.filter(({ value }) => value !== "suggestions" || proposals.lines.length > 0)}
          />
        </div>
      </Dialog>
    </section>
  );
}
