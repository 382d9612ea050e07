import type { PassageLocation } from "../../domain/tenderText.ts";
import type { FundingScene } from "./facts.ts";

/** Location of a passage in the call: `2.1, 2 Funding, p. 4`. */
export function locationText({ translate, facts }: FundingScene, { no, section, page, file }: PassageLocation): string {
  const parts = [
    no,
    section,
    page === null ? "" : translate("p. {page} | S. {page}", { page }),
    facts.files.length > 1 || (no === "" && section === "") ? file : "",
  ];
  return parts.filter(Boolean).join(", ") || "–";
}
