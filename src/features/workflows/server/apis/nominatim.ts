import { z } from "zod";
import { type ApiAdapter, amount, envelope, line, part, rows } from "./adapter.ts";

const place = z
  .object({
    name: line(200),
    display_name: line(400),
    lat: amount,
    lon: amount,
    addresstype: line(40),
    type: line(40),
    address: part({ country_code: line(2), state: line(120), county: line(120) }),
    boundingbox: rows(amount, 4),
    osm_type: line(20),
    osm_id: amount,
  })
  .transform(({ lat, lon, boundingbox: box, osm_type: kind, osm_id: id, ...rest }) => ({
    ...rest,
    point: lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null,
    box: box.filter((side) => side !== null),
    osm: id !== null && /^(?:node|way|relation)$/.test(kind) ? `${kind.slice(0, 1)}${id}` : "",
  }));

/** Places by their name: https://nominatim.org/release-docs/latest/api/Search/ */
export const nominatim: ApiAdapter<"nominatim"> = {
  probe: { place: "Leipzig" },

  async ask({ place: wanted, countries, language, most }, { url, json }) {
    const asked = url("/search", {
      q: wanted,
      format: "jsonv2",
      addressdetails: 1,
      limit: most,
      countrycodes: countries.join(",").toLowerCase(),
      "accept-language": language,
    });
    const found = envelope(z.array(z.unknown()), await json(asked));
    const records = rows(place, most)
      .parse(found)
      .flatMap(({ name, display_name: label, point, address, box, osm, addresstype, type }) =>
        point === null
          ? []
          : [
              {
                name: name || (label.split(",")[0] ?? ""),
                label,
                ...point,
                country: address.country_code.toUpperCase(),
                region: address.state || address.county,
                type: addresstype || type,
                box: box.length === 4 ? box : null,
                osm,
              },
            ],
      );
    return { records, url: mapAt(records[0]), title: wanted, publishedAt: null };
  },

  sourceOf: (record) => ({ url: mapAt(record), title: record.label || record.name, publishedAt: null }),
};

const mapAt = (point: { lat: number; lon: number } | undefined): string =>
  point
    ? `https://www.openstreetmap.org/#map=14/${point.lat.toFixed(4)}/${point.lon.toFixed(4)}`
    : "https://www.openstreetmap.org/";
