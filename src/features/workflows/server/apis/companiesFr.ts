import { z } from "zod";
import { type ApiAdapter, amount, dayOf, envelope, fetchPages, line, part, rows } from "./adapter.ts";

/** More is refused. */
const pageSize = 25;

/** Names of people who opted out are given in brackets. */
const told = (most: number) => line(most).transform((text) => (text.startsWith("[N") ? "" : text));

const company = z
  .object({
    siren: line(9),
    nom_complet: told(200),
    activite_principale: line(10),
    tranche_effectif_salarie: line(4),
    date_creation: dayOf,
    etat_administratif: line(2),
    siege: part({
      numero_voie: told(10),
      type_voie: told(20),
      libelle_voie: told(120),
      code_postal: told(10),
      libelle_commune: told(120),
      latitude: amount,
      longitude: amount,
    }),
    dirigeants: rows(
      part({ nom: told(80), prenoms: told(80), denomination: told(120), qualite: told(80) }).transform(
        ({ nom, prenoms, denomination, qualite }) =>
          [denomination || [prenoms.split(" ")[0], nom].filter(Boolean).join(" "), qualite].filter(Boolean).join(", "),
      ),
      5,
    ),
  })
  .refine(({ siren, nom_complet: name }) => /^\d{9}$/.test(siren) && name !== "");

/** Companies of France: https://recherche-entreprises.api.gouv.fr/docs/ */
export const companiesFr: ApiAdapter<"companiesFr"> = {
  probe: { words: "la poste", most: 1 },

  async ask({ words, zip, activities, employees, most }, tools) {
    const { url, json } = tools;
    const found = await fetchPages(most, tools, async (index) => {
      const size = Math.min(pageSize, most);
      // The service silently ignores unknown values, so only known ones are sent.
      const asked = url("/search", {
        q: words || undefined,
        code_postal: zip,
        activite_principale: activities.join(",") || undefined,
        tranche_effectif_salarie: employees.join(",") || undefined,
        etat_administratif: "A",
        page: index + 1,
        per_page: size,
      });
      const { results } = envelope(z.object({ results: z.array(z.unknown()) }), await json(asked));
      return { rows: rows(company, size).parse(results), hasMore: results.length >= size };
    });
    const records = found.map((one) => ({
      id: one.siren,
      name: one.nom_complet,
      activity: one.activite_principale,
      employees: one.tranche_effectif_salarie,
      founded: one.date_creation,
      isActive: one.etat_administratif === "A",
      street: [one.siege.numero_voie, one.siege.type_voie, one.siege.libelle_voie].filter(Boolean).join(" "),
      zip: one.siege.code_postal,
      city: one.siege.libelle_commune,
      country: "FR",
      lat: one.siege.latitude,
      lon: one.siege.longitude,
      officers: one.dirigeants.filter((name) => name !== ""),
      url: companyAt(one.siren),
    }));
    return {
      records,
      url: "https://annuaire-entreprises.data.gouv.fr/",
      title: `Annuaire des Entreprises: ${[words, zip, ...activities].filter(Boolean).join(", ") || "toutes"}`.slice(
        0,
        300,
      ),
      publishedAt: null,
    };
  },

  sourceOf: ({ url, name }) => ({ url, title: name, publishedAt: null }),
};

const companyAt = (siren: string): string => `https://annuaire-entreprises.data.gouv.fr/entreprise/${siren}`;
