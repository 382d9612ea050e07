import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";

/** What a time of the document plays, by its seconds; null where there is nothing to play. */
export type PlayerOf = (seconds: number) => (() => void) | null;
export const PlayFrom = createContext<PlayerOf | null>(null);

/** A time as transcripts write it, `00:16:40`. */
const timePattern = /\b(\d{2}:[0-5]\d:[0-5]\d)\b/;

const secondsOf = (time: string): number => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Text whose times play the recording from there. */
export function TimedText({ children }: { children: string }): ReactNode {
  const playerOf = useContext(PlayFrom);
  const { t } = useTranslation("projects");
  if (playerOf === null || !timePattern.test(children)) return children;
  return children.split(timePattern).map((piece, index) => {
    const play = index % 2 === 0 ? null : playerOf(secondsOf(piece));
    return play === null ? (
      piece
    ) : (
      <button
        key={index}
        type="button"
        className="link doc-time"
        aria-label={t("recording.playFrom", { time: piece })}
        onClick={play}
      >
        {piece}
      </button>
    );
  });
}
