import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Source } from "#src/features/documents/document.ts";
import { PlayFrom, type PlayerOf } from "#src/features/documents/web/TimedText.tsx";
import { recordingTypes, typeOfName } from "#src/features/files/rules.ts";
import { type KnownFile, knownFile, loadFiles } from "#src/features/files/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { fileOf, momentsOf } from "./recordingTimes.ts";
import cx from "./RecordingPlayer.module.css";

const isRecording = (name: string): boolean => {
  const type = typeOfName(name);
  return type !== null && recordingTypes.has(type);
};

/** The recordings that a document rests on and that are still there: most are replaced by their transcript. */
function useKept(sources: readonly Source[]): KnownFile[] {
  const [kept, setKept] = useState<KnownFile[]>([]);
  const ids = useMemo(
    () => [...new Set(sources.flatMap((source) => (isRecording(source.title) ? (fileOf(source) ?? []) : [])))].join(),
    [sources],
  );
  useEffect(() => {
    setKept([]);
    if (ids === "") return;
    const control = new AbortController();
    // What this page knew of a file may be older than the run that replaced it.
    loadFiles(ids.split(","), control.signal).then(
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

export interface RecordingPlayerProps {
  /** Of a stored document, whose times are those of its lines. */
  document: { data: unknown; sources: readonly Source[] };
  children: ReactNode;
}

/** A document with its recordings: a time in the text plays the one in which the words were said, from there. */
export function RecordingPlayer({ document: { data, sources }, children }: RecordingPlayerProps) {
  const { t } = useTranslation("projects");
  const kept = useKept(sources);
  const sounds = useRef(new Map<string, HTMLAudioElement>());
  const momentOf = useMemo(() => momentsOf(data, sources), [data, sources]);
  const playerOf = useCallback<PlayerOf>(
    (time) => {
      const moment = momentOf(time);
      if (moment === null || !kept.some(({ id }) => id === moment.fileId)) return null;
      return () => {
        const audio = sounds.current.get(moment.fileId);
        if (audio === undefined) return;
        audio.currentTime = moment.seconds;
        // A browser may refuse; the person still has the player's own button.
        audio.play().catch(() => undefined);
      };
    },
    [momentOf, kept],
  );
  const register = (id: string) => (audio: HTMLAudioElement | null) => {
    if (audio) sounds.current.set(id, audio);
    else sounds.current.delete(id);
  };
  const pauseOthers = (id: string): void => {
    for (const [other, audio] of sounds.current) if (other !== id) audio.pause();
  };
  return (
    <PlayFrom value={kept.length > 0 ? playerOf : null}>
      {children}
      {kept.length === 0 ? null : (
        <div className={cx("doc-player num")} role="region" aria-label={t("recording.title")}>
          {kept.map(({ id, name }) => (
            <figure key={id}>
              <figcaption>{name}</figcaption>
              <audio
                ref={register(id)}
                controls
                preload="metadata"
                src={`/api/files/${id}`}
                onPlay={() => pauseOthers(id)}
              />
            </figure>
          ))}
        </div>
      )}
    </PlayFrom>
  );
}
