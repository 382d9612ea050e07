import { z } from "zod";
import { type ApiAdapter, amount, DataServiceError, dayOf, envelope, line, part, rows } from "./adapter.ts";
import { seriesSource } from "./eurostat.ts";

/** 20 countries with 60 periods each. */
const most = 1_200;

const row = z.object({
  indicator: part({ id: line(60), value: line(300) }),
  country: part({ id: line(10), value: line(120) }),
  date: line(10),
  value: amount,
  unit: line(60),
  obs_status: line(10),
});

/** Two halves, or one with the reason why not, both with status 200. */
const body = z.array(z.unknown()).min(1).max(4);
const head = part({ message: rows(part({ id: line(10), value: line(200) }), 5), lastupdated: dayOf });

/** Indicators of the world: https://datahelpdesk.worldbank.org/knowledgebase/articles/889392 */
export const worldBank: ApiAdapter<"worldBank"> = {
  probe: { indicator: "SP.POP.TOTL", countries: ["DE"], periods: 1 },

  async ask({ indicator, countries, periods }, { url, json }) {
    const among = countries.map((code) => code.toUpperCase()).join(";");
    const asked = url(`/v2/country/${among}/indicator/${encodeURIComponent(indicator)}`, {
      format: "json",
      per_page: most,
      mrv: periods,
    });
    const [first, second] = envelope(body, await json(asked));
    const { message, lastupdated } = head.parse(first);
    if (message.length > 0) throw new DataServiceError("notFound", message[0]?.value || "the indicator is unknown");
    const view = `https://data.worldbank.org/indicator/${encodeURIComponent(indicator)}`;
    const found = rows(row, most).parse(second);
    const places = [...new Set(found.map(({ country }) => country.id))];
    const records = places.flatMap((geo) => {
      const own = found.filter(({ country }) => country.id === geo);
      const [any] = own;
      const points = own
        .flatMap(({ date, value, obs_status: note }) =>
          value === null || date === "" ? [] : [{ time: date, value, note }],
        )
        .toSorted((a, b) => (a.time < b.time ? -1 : 1));
      if (!any || points.length === 0) return [];
      const title = any.indicator.value || indicator;
      return [
        {
          id: `${indicator}.${geo}`,
          title,
          geo,
          geoName: any.country.value,
          // The unit is part of the name: `GDP (current US$)`.
          unit: any.unit || (/\(([^()]{1,60})\)$/.exec(title)?.[1] ?? ""),
          about: {},
          points,
          updated: lastupdated,
          url: `${view}?locations=${encodeURIComponent(geo)}`,
        },
      ];
    });
    return { records, url: view, title: records[0]?.title ?? indicator, publishedAt: lastupdated || null };
  },

  sourceOf: seriesSource,
};
