import type { Place } from "../../domain/tenderText.ts";
import type { FundingScene } from "./facts.ts";

/** Where something stands in the call: `2.1, 2 Funding, p. 4`. */
export function placeText({ translate, facts }: FundingScene, { no, section, page, file }: Place): string {
  const parts = [
    no,
    section,
    page === null ? "" : translate("p. {page} | S. {page}", { page }),
    facts.files.length > 1 || (no === "" && section === "") ? file : "",
  ];
  return parts.filter(Boolean).join(", ") || "–";
}
