import { useCallback, useMemo, useRef, useState } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import { documentDraftKey } from "#src/features/documents/web/documentDrafts.ts";
import { type DocumentEditing, gapBehind, type Saved } from "#src/features/documents/web/editing.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { api, ApiError } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import type { Project, Revision } from "../contract.ts";
import { focusGap } from "./returnFocus.ts";
import type { ReadRevision } from "./useProject.ts";

type Change = Parameters<DocumentEditing["change"]>[0];

export interface EditingOptions {
  projectId: string;
  /** The newest revision, whose document is shown. */
  newest: ReadRevision;
  /** Told the document of after an edit, and the project that it belongs to. */
  onSaved: (project: Project, revision: Revision) => void;
  /**
   * Told that somebody else, or another tab, has changed the document.
   * @param isOffered what was typed is offered beside what stands there now, which says so itself
   */
  onStale: (isOffered: boolean) => void;
  /** The address asks for the first gap. */
  opensFirst?: boolean;
  /** Of the person. */
  zone: string | undefined;
}

/** What was typed stays where it was typed, beside what stands there now, for the person to choose. */
const isToldInPlace = ({ kind }: Change): boolean => ["fill", "text", "prose"].includes(kind);

/** Edits go out one after the other: each names the version that the one before it brought. */
export function useDocumentEditing({
  projectId,
  newest,
  onSaved,
  onStale,
  opensFirst = false,
  zone,
}: EditingOptions): DocumentEditing {
  const [openGap, setOpenGap] = useState(() =>
    opensFirst ? (gapBehind(newest.document.gaps, null)?.at ?? null) : null,
  );
  const seen = useRef({ revision: newest.number, edits: newest.edits });
  const { revision, edits } = seen.current;
  // What the page shows may be older than what the last edit brought.
  if (newest.number > revision || (newest.number === revision && newest.edits > edits))
    seen.current = { revision: newest.number, edits: newest.edits };
  const [refused, setRefused] = useState<DocumentEditing["refused"]>(null);
  const dismissRefused = useCallback(() => setRefused(null), []);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const tell = useRef({ onSaved, onStale });
  /** The answer that was saved last, unless something else was. */
  const filled = useRef<{ at: string; text: string } | null>(null);
  tell.current = { onSaved, onStale };

  const send = useCallback(
    async (change: Change): Promise<Saved> => {
      try {
        const { revision, project } = await api.projects.editRevision({ projectId, ...seen.current, change });
        seen.current = { revision: revision.number, edits: revision.edits };
        filled.current = change.kind === "fill" ? { at: change.at, text: change.text } : null;
        tell.current.onSaved(project, revision);
        return "saved";
      } catch (cause) {
        const error = cause instanceof ApiError ? cause : new ApiError(0, { code: "unknown", message: String(cause) });
        if (error.status === 0) return "offline";
        if (error.status === 401) return "signedOut";
        if (error.code === "revision.stale") {
          if (change.kind === "fill") setRefused({ at: change.at, text: change.text });
          tell.current.onStale(isToldInPlace(change));
          return "stale";
        }
        toastFailure("project.addRevisionError")(error);
        return "refused";
      }
    },
    [projectId],
  );
  const change = useCallback(
    (one: Change): Promise<Saved> => {
      const sent = queue.current.then(() => send(one));
      queue.current = sent;
      return sent;
    },
    [send],
  );

  // Known before any page is drawn: words are kept under the same key from the first one on.
  const userId = useSession().data?.user.id ?? "";
  const draftKey = useCallback((place: string) => documentDraftKey(userId, projectId, place), [userId, projectId]);
  const { document } = newest;
  const { gaps } = document;
  const showGap = useCallback(
    (at: string | null): void => {
      setOpenGap((before) => {
        // The focus goes back to the gap that was open, or to its answer, unless another one takes it.
        if (at === null && before !== null) {
          const answer = filled.current?.at === before ? filled.current.text : null;
          focusGap(before, answer, gapBehind(gaps, before)?.at ?? null);
        }
        return at;
      });
    },
    [gaps],
  );
  const nextGap = useCallback(
    (from?: string): void => setOpenGap(gapBehind(document.gaps, from ?? null)?.at ?? null),
    [document],
  );
  return useMemo(
    () => ({ ...readOf(document), openGap, showGap, nextGap, change, draftKey, zone, refused, dismissRefused }),
    [document, openGap, showGap, nextGap, change, draftKey, zone, refused, dismissRefused],
  );
}

const readOf = ({ gaps, edits, outdated }: ReadDocument) => ({ gaps, edits, outdated });
