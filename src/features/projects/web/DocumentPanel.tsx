import { type ReactNode, useMemo, useState } from "react";
import { DocumentOutline, type OutlineSlots } from "#src/features/documents/web/DocumentOutline.tsx";
import { countSources, DocumentSources } from "#src/features/documents/web/DocumentSources.tsx";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { useEditing } from "#src/features/documents/web/editing.ts";
import { firstTab, hasGaps, type PanelTab } from "#src/features/documents/web/outline.ts";
import { Proposals } from "#src/features/runs/web/Proposals.tsx";
import type { ProposalsState } from "#src/features/runs/web/useProposals.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { type Tab, Tabs } from "#src/ui/Tabs.tsx";

export interface DocumentPanelProps {
  document: ReadDocument;
  proposals: ProposalsState;
  /** Something is to be decided, as far as the project says so before its suggestions are here. */
  isToReview: boolean;
  /** The outline has a place of its own beside the text. */
  hasOutline: boolean;
  outline: OutlineSlots;
}

/** What stands beside a document: how it is built, what it rests on, and what it suggests. */
export function DocumentPanel({ document, proposals, isToReview, hasOutline, outline }: DocumentPanelProps) {
  const { t } = useTranslation(["reading", "projects"]);
  const editing = useEditing();
  // Whoever has begun to fill gaps goes on with them; else what is to be decided comes first.
  const isFilling =
    editing !== null && (editing.openGap !== null || editing.gaps.some(({ state }) => state !== "open"));
  const open = proposals.open.length + proposals.changed.length;
  const sources = useMemo(() => countSources(document), [document]);
  const [tab, choose] = useTab({
    isLoading: proposals.isLoading,
    first: firstTab({
      hasGaps: isFilling && hasGaps(document),
      suggestions: proposals.isLoading && isToReview ? 1 : open,
    }),
  });
  const all: Tab<PanelTab>[] = [
    {
      value: "outline",
      label: t("outline.title"),
      content: (
        <PanelBody>
          <DocumentOutline document={document} {...outline} />
        </PanelBody>
      ),
    },
    {
      value: "sources",
      label: t("sources.title"),
      ...(sources > 0 ? { count: sources } : {}),
      content: (
        <PanelBody>
          <DocumentSources document={document} />
        </PanelBody>
      ),
    },
    {
      value: "suggestions",
      label: t("projects:proposals.title"),
      ...(proposals.isLoading ? {} : { count: open }),
      content: <Proposals state={proposals} />,
    },
  ];
  const tabs = hasOutline ? all.filter(({ value }) => value !== "outline") : all;
  // Without its outline the panel opens with what is to be decided.
  const instead = open > 0 || sources === 0 ? "suggestions" : "sources";
  const shown = hasOutline && tab === "outline" ? instead : tab;
  return <Tabs value={shown} onChange={choose} tabs={tabs} label={t("panel")} />;
}

/** The tab in hand: the first one is settled once what decides it is here, and stays until another is chosen. */
function useTab({ isLoading, first }: { isLoading: boolean; first: PanelTab }) {
  const [chosen, choose] = useState<PanelTab | null>(null);
  const [settled, settle] = useState<PanelTab | null>(null);
  if (!isLoading && settled === null) settle(first);
  return [chosen ?? settled ?? first, choose] as const;
}

const PanelBody = ({ children }: { children: ReactNode }) => <div className="doc-side-body">{children}</div>;
