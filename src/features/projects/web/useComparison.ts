import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
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

type Given<Value> = Value | Promise<Value>;

/** Two revisions and what lies between them. What finds differences is loaded with them. */
export async function compareRevisions(one: Given<ReadRevision>, other: Given<ReadRevision>): Promise<Comparison> {
  const [before, after, { diffDocuments }, { diffEvidence }] = await Promise.all([
    one,
    other,
    import("#src/features/documents/web/documentDiff.ts"),
    import("#src/features/documents/web/evidenceDiff.ts"),
  ]);
  const { language } = after.document;
  return {
    before,
    after,
    document: diffDocuments(before.document, after.document, language),
    evidence: diffEvidence(before.document, after.document, language),
  };
}

/**
 * Two revisions of a project and what lies between them.
 * @param known a revision that need not be asked for, the newest
 */
export function useComparison(projectId: string, wanted: Compared | null, known: ReadRevision): Comparison | null {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: ["comparison", projectId, wanted, known.number, known.edits],
    queryFn: () => {
      const one = (number: number): Given<ReadRevision> =>
        number === known.number
          ? known
          : client.ensureQueryData({
              queryKey: ["revision", projectId, number],
              queryFn: ({ signal }) => revisionOf(projectId, number, signal),
              structuralSharing: false,
            });
      return compareRevisions(one(wanted?.from ?? known.number), one(wanted?.to ?? known.number));
    },
    enabled: wanted !== null,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (isError) toast({ tone: "danger", title: t("revisions.notOpened") });
  }, [isError, t]);
  return (wanted && data) ?? null;
}
