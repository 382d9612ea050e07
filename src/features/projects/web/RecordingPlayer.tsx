import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Source } from "#src/features/documents/document.ts";
import { PlayFrom } from "#src/features/documents/web/TimedText.tsx";
import { recordingTypes, typeOfName } from "#src/features/files/rules.ts";
import { type KnownFile, knownFile, lookUpFiles } from "#src/features/files/web/store.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";

const isRecording = (name: string): boolean => {
  const type = typeOfName(name);
  return type !== null && recordingTypes.has(type);
};

/** The recordings that a document rests on and that are still there: most are replaced by their transcript. */
function useKept(sources: readonly Source[]): KnownFile[] {
  const [kept, setKept] = useState<KnownFile[]>([]);
  const ids = useMemo(
    () =>
      [
        ...new Set(
          sources.flatMap(({ url, title }) =>
            isRecording(title) ? (/^file:([0-9a-f-]{36})(?:#|$)/i.exec(url)?.[1] ?? []) : [],
          ),
        ),
      ].join(),
    [sources],
  );
  useEffect(() => {
    setKept([]);
    if (ids === "") return;
    const control = new AbortController();
    // What this page knew of a file may be older than the run that replaced it.
    lookUpFiles(ids.split(","), control.signal).then(
      () =>
        setKept(
          ids.split(",").flatMap((id) => {
            const file = knownFile(id);
            return file && isRecording(file.name) ? [file] : [];
          }),
        ),
      () => undefined,
    );
    return () => control.abort();
  }, [ids]);
  return kept;
}

/**
 * A document with its recording: a time in the text plays it from there. Of several recordings each can be played, and
 * times are plain text, since they count on from one to the next.
 */
export function RecordingPlayer({ sources, children }: { sources: readonly Source[]; children: ReactNode }) {
  const { t } = useTranslation("projects");
  const kept = useKept(sources);
  const sound = useRef<HTMLAudioElement>(null);
  const play = useCallback((seconds: number): void => {
    const audio = sound.current;
    if (audio === null) return;
    audio.currentTime = seconds;
    // A browser may refuse; the person still has the player's own button.
    audio.play().catch(() => undefined);
  }, []);
  return (
    <PlayFrom value={kept.length === 1 ? play : null}>
      {children}
      {kept.length === 0 ? null : (
        <div className="doc-player num" role="region" aria-label={t("recording.title")}>
          {kept.map(({ id, name }, index) => (
            <figure key={id}>
              <figcaption>{name}</figcaption>
              <audio ref={index === 0 ? sound : undefined} controls preload="metadata" src={`/api/files/${id}`} />
            </figure>
          ))}
        </div>
      )}
    </PlayFrom>
  );
}
