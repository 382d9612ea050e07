import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { DocumentDiff } from "#src/features/documents/web/documentDiff.ts";
import type { EvidenceDiff } from "#src/features/documents/web/evidenceDiff.ts";
import { type ReadRevision, revisionOf } from "./useProject.ts";

export type CompareView = "changes" | "side" | "only";

/** Which two revisions lie over each other. */
export interface Compared {
  from: number;
  to: number;
}

export interface Comparison {
  before: ReadRevision;
  after: ReadRevision;
  document: DocumentDiff;
  evidence: EvidenceDiff;
}

/**
 * Two revisions and what lies between them. What finds differences is loaded when it is first needed.
 * @param known a revision that need not be asked for, the newest
 */
export function useComparison(projectId: string, wanted: Compared | null, known: ReadRevision): Comparison | null {
  const { t } = useTranslation("projects");
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const read = useRef(new Map<number, Promise<ReadRevision>>());
  const { from, to } = wanted ?? { from: 0, to: 0 };
  useEffect(() => {
    if (from === 0 || to === 0) return undefined;
    let isLate = false;
    const one = (number: number): Promise<ReadRevision> => {
      if (number === known.number) return Promise.resolve(known);
      const asked = read.current.get(number) ?? revisionOf(projectId, number);
      read.current.set(number, asked);
      asked.catch(() => read.current.delete(number));
      return asked;
    };
    const compare = async (): Promise<void> => {
      const [before, after, { diffDocuments }, { diffEvidence }] = await Promise.all([
        one(from),
        one(to),
        import("#src/features/documents/web/documentDiff.ts"),
        import("#src/features/documents/web/evidenceDiff.ts"),
      ]);
      if (isLate) return;
      const { language } = after.document;
      setComparison({
        before,
        after,
        document: diffDocuments(before.document, after.document, language),
        evidence: diffEvidence(before.document, after.document, language),
      });
    };
    compare().catch(() => (isLate ? undefined : toast({ tone: "danger", title: t("revisions.notOpened") })));
    return () => {
      isLate = true;
    };
  }, [projectId, from, to, known, t]);
  return wanted && comparison?.before.number === from && comparison.after.number === to ? comparison : null;
}
