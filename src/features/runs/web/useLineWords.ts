import type { AppLanguage } from "#src/kit/schemas.ts";
import { formatDayMonthShort, formatDayOfWeek } from "#src/ui/dayNames.ts";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatTime } from "#src/ui/format.ts";
import { dayOfLine, type LineGroup, type SuggestionLine } from "./suggestionLines.ts";

const nbsp = "\u00a0";

/** `1 to 7 Feb`, `29 Mar to 4 Apr 2027`, `1. bis 7. Feb.`: the days of a week, with their year where it is asked for. */
export function spanWords(first: string, last: string, language: AppLanguage, to: string, withYear: boolean): string {
  const whole = (day: string): string => formatDayMonthShort(day, language).replace(" ", nbsp);
  const number = `${Number(first.slice(8))}${language === "de" ? "." : ""}`;
  const head = first.slice(0, 7) === last.slice(0, 7) ? number : whole(first);
  const year = withYear ? `${nbsp}${last.slice(0, 4)}` : "";
  return `${head} ${to} ${whole(last)}${year}`;
}

/** What the list says about its lines. @param zone IANA zone of the person */
export function useLineWords(zone: string) {
  const { t } = useTranslation(["projects", "workflows", "common"]);
  const language = useLanguage();
  const channelOf = ({ platform, contentType }: SuggestionLine): string => {
    const key = `workflows:contentTypes.${contentType}`;
    return [platform, contentType !== null && hasText(key) ? t(key) : ""].filter(Boolean).join(", ");
  };
  return {
    /** `Mon 1`, `Mo 1.` */
    day(line: SuggestionLine): string {
      const day = dayOfLine(line, zone);
      return day === "" ? "" : formatDayOfWeek(day, language);
    },
    channel: channelOf,
    /** `09:00, 60 min` of an entry, `12:30, Instagram, reel` of a content item, `Company` of a lead. */
    notes(line: SuggestionLine, conflict: string | undefined): string {
      const time = line.at === "" || line.isAllDay ? "" : formatTime(line.at, zone);
      const what =
        line.kind === "content"
          ? channelOf(line)
          : line.kind === "entry"
            ? line.isAllDay
              ? t("proposals.allDay")
              : line.minutes
                ? t("proposals.minutes", { count: line.minutes })
                : ""
            : line.kind === "lead"
              ? t(`proposals.leadKind.${line.subkind}`, { defaultValue: line.subkind })
              : t(`proposals.messageKind.${line.subkind}`, { defaultValue: line.subkind });
      const words = conflict === undefined ? what : t("proposals.overlaps", { title: conflict });
      return [time, words].filter(Boolean).join(", ");
    },
    /** @param withYear see `needsYear` */
    group({ week, kind }: LineGroup, withYear: boolean): { name: string; span: string } {
      if (week === null) return { name: t(`proposals.kind.${kind ?? "entry"}`), span: "" };
      const { number, first, last } = week;
      return {
        name: t("proposals.week", { number }),
        span: spanWords(first, last, language, t("common:word.to"), withYear),
      };
    },
    /** What a content item or an entry is, under the title of its open row. */
    whole: (line: SuggestionLine): string =>
      t(`proposals.whole.${line.kind === "content" && line.hasEntry ? "contentWithEntry" : line.kind}`),
  };
}
