import { z } from "zod";
import { type ApiAdapter, dayFrom, dayOf, envelope, fetchPages, line, lines, rows, webAddress } from "./adapter.ts";

const pageSize = 100;
const usualDays = 60;

const notice = z
  .object({
    idweb: line(40),
    objet: line(400),
    nomacheteur: line(200),
    code_departement: lines(5, 5),
    dateparution: dayOf,
    datelimitereponse: dayOf,
    procedure_libelle: line(120),
    descripteur_libelle: lines(10, 80),
    url_avis: line(500),
  })
  .refine(({ idweb, objet }) => idweb !== "" && objet !== "");

const text = (word: string): string => `"${word.replace(/["\\]/g, " ").trim()}"`;

/** Tenders of France: https://boamp-datadila.opendatasoft.com, dataset `boamp` */
export const boamp: ApiAdapter<"boamp"> = {
  probe: { most: 1 },

  async ask({ words, from, departments, withUnion, most }, tools) {
    const { url, json, now } = tools;
    const today = now().toISOString().slice(0, 10);
    const where = [
      `dateparution >= date'${from ?? dayFrom(now(), -usualDays)}'`,
      // Without a last day it is no tender, but its result.
      `datelimitereponse >= date'${today}'`,
      ...(withUnion ? [] : [`famille != "JOUE"`]),
      ...(words.length > 0 ? [`(${words.map((word) => `search(${text(word)})`).join(" or ")})`] : []),
      ...(departments.length > 0
        ? [`(${departments.map((code) => `code_departement = ${text(code)}`).join(" or ")})`]
        : []),
    ].join(" and ");
    const found = await fetchPages(most, tools, async (_, offset) => {
      const limit = Math.min(pageSize, most - offset);
      const asked = url("/api/explore/v2.1/catalog/datasets/boamp/records", {
        where,
        order_by: "dateparution desc",
        limit,
        offset,
      });
      const { results } = envelope(z.object({ results: z.array(z.unknown()) }), await json(asked));
      return { rows: rows(notice, limit).parse(results), hasMore: results.length >= limit };
    });
    return {
      records: found.map((one) => ({
        id: one.idweb,
        title: one.objet,
        buyer: one.nomacheteur,
        country: "FR",
        place: one.code_departement.join(", "),
        cpv: [],
        value: null,
        currency: "",
        published: one.dateparution,
        deadline: one.datelimitereponse,
        procedure: one.procedure_libelle,
        summary: one.descripteur_libelle.join(", "),
        url: webAddress(one.url_avis) || `https://www.boamp.fr/pages/avis/?q=idweb:${encodeURIComponent(one.idweb)}`,
      })),
      url: "https://www.boamp.fr/pages/recherche/",
      title: `BOAMP: ${[...words, ...departments].join(", ") || "tous"}`.slice(0, 300),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, title, published }) => ({ url, title, publishedAt: published || null }),
};
