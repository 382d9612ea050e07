import { z } from "zod";
import { oneLine, type ApiAdapter, amount, DataServiceError, envelope, line, part, rows } from "./adapter.ts";

/** Seconds the server may search; below the time that we wait for it. */
const searchSeconds = 40;
const maxTags = 60;

const element = z.object({
  type: z.enum(["node", "way", "relation"]),
  id: z.number().int().positive(),
  lat: amount,
  lon: amount,
  center: part({ lat: amount, lon: amount }),
  tags: z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((tags) =>
      Object.fromEntries(
        Object.entries(tags)
          .slice(0, maxTags)
          .flatMap(([name, value]) =>
            typeof value === "string" && name.length <= 60 ? [[oneLine(name, 60), oneLine(value, 300)]] : [],
          ),
      ),
    ),
});

/** `shop=bakery` and `office=*` as filters; what could end the quotes was refused with the question. */
const filterOf = (tag: string): string => {
  const at = tag.indexOf("=");
  const [key, value] = [tag.slice(0, at), tag.slice(at + 1)];
  return value === "*" ? `["${key}"]` : `["${key}"="${value}"]`;
};

/** Businesses and other things of OpenStreetMap around a point or within a border: https://wiki.openstreetmap.org/wiki/Overpass_API */
export const overpass: ApiAdapter<"overpass"> = {
  probe: { lat: 51.3406, lon: 12.3747, radius: 100, tags: ["amenity=townhall"], most: 1 },

  async ask({ lat, lon, radius, area, box, tags, most }, { url, json, reportMissing }) {
    const within =
      area !== undefined
        ? "(area.a)"
        : box
          ? `(${box.map((side) => side.toFixed(6)).join(",")})`
          : `(around:${radius},${lat.toFixed(6)},${lon.toFixed(6)})`;
    // Places without a name are skipped: they cannot be contacted.
    const wanted = tags.map((tag) => `nwr["name"]${filterOf(tag)}${within};`).join("");
    const named = area === undefined ? "" : `area(${area})->.a;`;
    const question = `[out:json][timeout:${searchSeconds}];${named}(${wanted});out center tags ${most};`;
    const body = envelope(
      z.object({ elements: rows(element, most), remark: line(300), osm3s: part({ timestamp_osm_base: line(30) }) }),
      envelope(
        z.object({ elements: z.array(z.unknown()) }).loose(),
        await json(url("/api/interpreter"), {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ data: question }).toString(),
        }),
      ),
    );
    const seen = new Set<string>();
    const records = body.elements.flatMap(({ type, id, center, tags: told, ...node }) => {
      const point = { lat: node.lat ?? center.lat, lon: node.lon ?? center.lon };
      const key = `${type.slice(0, 1)}${id}`;
      if (point.lat === null || point.lon === null || seen.has(key)) return [];
      seen.add(key);
      return [{ id: key, lat: point.lat, lon: point.lon, tags: told }];
    });
    // A search that ran out of time or memory answers 200 with what it had, and says so in a remark.
    if (/error|timed out|out of memory/i.test(body.remark)) {
      if (records.length === 0) throw new DataServiceError("failed", "the search was broken off");
      reportMissing("failed");
    }
    return {
      records,
      url: `https://www.openstreetmap.org/#map=13/${lat.toFixed(4)}/${lon.toFixed(4)}`,
      title: `OpenStreetMap: ${tags.join(", ")}`.slice(0, 300),
      publishedAt: body.osm3s.timestamp_osm_base || null,
    };
  },

  sourceOf: ({ id, tags }) => ({
    url: `https://www.openstreetmap.org/${{ n: "node", w: "way", r: "relation" }[id.slice(0, 1)] ?? "node"}/${id.slice(1)}`,
    title: tags["name"] ?? id,
    publishedAt: null,
  }),
};
