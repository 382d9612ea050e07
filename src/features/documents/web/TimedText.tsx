import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "#src/shell/i18n/index.ts";

/** Plays the recording of a document from a moment on, seconds; null where none can be played. */
export const PlayFrom = createContext<((seconds: number) => void) | null>(null);

/** A time as transcripts write it, `00:16:40`. */
const timePattern = /\b(\d{2}:[0-5]\d:[0-5]\d)\b/;

const secondsOf = (time: string): number => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Text whose times play the recording from there. */
export function TimedText({ children }: { children: string }): ReactNode {
  const play = useContext(PlayFrom);
  const { t } = useTranslation("projects");
  if (play === null || !timePattern.test(children)) return children;
  return children.split(timePattern).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <button
        key={index}
        type="button"
        className="link doc-time"
        aria-label={t("recording.playFrom", { time: piece })}
        onClick={() => play(secondsOf(piece))}
      >
        {piece}
      </button>
    ),
  );
}
