import { List, TextSearch } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { DocumentOutline, type OutlineSlots } from "#src/features/documents/web/DocumentOutline.tsx";
import { countSources, DocumentSources } from "#src/features/documents/web/DocumentSources.tsx";
import type { PanelTab } from "#src/features/documents/web/outline.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { Proposals } from "#src/features/runs/web/Proposals.tsx";
import type { ProposalsState } from "#src/features/runs/web/useProposals.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { useRootMark } from "#src/ui/useRootMark.ts";
import "./DocumentDock.css";

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
  const sources = useMemo(() => countSources(document), [document]);
  const [tab, setTab] = useState<PanelTab>("outline");
  // The sheet gives the focus back in a turn of its own; what was chosen gets it after that.
  const leave = (go: () => void): void => {
    setOpen(false);
    setTimeout(() => setTimeout(go));
  };
  return (
    <section className="doc-dock num" aria-label={t("dock")}>
      <div className="doc-dock-work">{children}</div>
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
            tabs={[
              {
                value: "outline",
                label: t("outline.title"),
                content: <DocumentOutline document={document} {...outline} onGo={leave} />,
              },
              {
                value: "sources",
                label: t("sources.title"),
                ...(sources > 0 ? { count: sources } : {}),
                content: <DocumentSources document={document} onGo={leave} />,
              },
              ...(proposals.lines.length > 0
                ? [
                    {
                      value: "suggestions" as const,
                      label: t("projects:proposals.title"),
                      count: proposals.open.length + proposals.changed.length,
                      content: <Proposals state={proposals} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </Dialog>
    </section>
  );
}
