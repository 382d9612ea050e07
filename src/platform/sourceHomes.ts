/** Where the services live; each can be another one by its variable, `OVERPASS_URL` and so on. */
export const homes = {
  nominatim: "https://nominatim.openstreetmap.org",
  overpass: "https://overpass-api.de",
  ted: "https://api.ted.europa.eu",
  vergabe: "https://oeffentlichevergabe.de",
  findTender: "https://www.find-tender.service.gov.uk",
  boamp: "https://www.boamp.fr",
  sedia: "https://api.tech.ec.europa.eu",
  grantsGov: "https://api.grants.gov",
  eurostat: "https://ec.europa.eu/eurostat/api/dissemination",
  worldBank: "https://api.worldbank.org",
  companiesFr: "https://recherche-entreprises.api.gouv.fr",
} as const;

export type SourceName = keyof typeof homes;
