import type { ApiSeen, ApiWire } from "./server.ts";

/* The Funding & Tenders Portal and Grants.gov. */

const budget = (identifier: string): string =>
  JSON.stringify({
    budgetTopicActionMap: {
      "9123": [
        {
          action: `${identifier} - HORIZON-RIA HORIZON Research and Innovation Actions`,
          plannedOpeningDate: "2026-09-15",
          deadlineDates: ["2027-01-20"],
          minContribution: 2_000_000,
          maxContribution: 4_000_000,
          expectedGrants: 5,
        },
      ],
    },
  });

const call = (identifier: string, title: string, rest: Record<string, unknown>, language = "en") => ({
  apiVersion: "2.120",
  reference: `${identifier}${language}`,
  url: "https://ec.europa.eu/info/funding-tenders/opportunities/data/topicDetails/x.json",
  title: null,
  contentType: "text/plain",
  language,
  summary: title,
  metadata: {
    identifier: [identifier],
    title: [title],
    callTitle: ["Clean transport and mobility"],
    type: ["1"],
    status: ["31094502"],
    language: [language],
    startDate: ["2026-09-15T00:00:00.000+0000"],
    deadlineDate: ["2026-10-01T00:00:00.000+0000", "2027-01-20T00:00:00.000+0000"],
    descriptionByte: ["<p>Projects show <b>cargo bikes</b> in cities &amp; suburbs.</p>"],
    budgetOverview: [budget(identifier)],
    ...rest,
  },
});

const calls = [
  call("HORIZON-CL5-2027-D6-01-05", "Zero-emission urban logistics", {}),
  call("HORIZON-CL5-2027-D6-01-05", "Emissionsfreie Stadtlogistik", {}, "de"),
  call("LIFE-2027-SAP-ENV", "Environment: standard action projects", {
    status: ["31094501"],
    deadlineDate: ["2027-03-01T00:00:00.000+0000"],
    budgetOverview: undefined,
  }),
  call("H2020-OLD-2016", "A closed call", { status: ["31094503"], deadlineDate: ["2016-02-01T00:00:00.000+0000"] }),
];

/** The JSON parts of a multipart form; null when it is sent in another way. */
function partsOf({ headers, body }: ApiSeen): Record<string, unknown> | null {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined || !body.endsWith(`--${boundary}--\r\n`)) return null;
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = "", content = ""] = part.split("\r\n\r\n");
      if (!head.includes("Content-Type: application/json")) throw new Error("a part without its type");
      return [/name="(\w+)"/.exec(head)?.[1] ?? "", JSON.parse(content)];
    }),
  );
}

/** `POST /search-api/prod/rest/search`: whoever does not send a form with JSON files gets everything there is. */
export const sediaWire: ApiWire = (seen) => {
  if (seen.method !== "POST" || seen.path !== "/search-api/prod/rest/search") return { status: 404, body: {} };
  if (seen.query.get("apiKey") !== "SEDIA") return { status: 401, body: { message: "Unauthorized" } };
  const parts = partsOf(seen);
  const wanted = JSON.stringify(parts?.["query"] ?? "");
  const words = (seen.query.get("text") ?? "***").toLowerCase();
  const found = calls.filter(
    ({ metadata, summary }) =>
      // Filters hold for status; languages slip through, as they do there.
      (parts === null || metadata.status.some((code) => wanted.includes(code))) &&
      (words === "***" || words.split(" ").some((word) => summary.toLowerCase().includes(word))),
  );
  const size = Number(seen.query.get("pageSize") ?? 50);
  const page = Number(seen.query.get("pageNumber") ?? 1);
  return {
    body: {
      apiVersion: "2.120",
      terms: words,
      responseTime: 61,
      totalResults: parts === null ? 4_170_000 : found.length,
      pageNumber: page,
      pageSize: size,
      results: found.slice((page - 1) * size, page * size),
    },
  };
};

const grants = [
  {
    id: "354102",
    number: "DE-FOA-0003456",
    title: "Bicycle &amp; Pedestrian Innovation Program",
    agencyCode: "DOT-FHWA",
    agency: "DOT Federal Highway Administration",
    openDate: "11/02/2026",
    closeDate: "02/15/2027",
    oppStatus: "posted",
    docType: "synopsis",
    cfdaList: ["20.205"],
  },
  {
    id: "354200",
    number: "EPA-F-27-01",
    title: "Clean Freight Forecast",
    agencyCode: "EPA",
    agency: "Environmental Protection Agency",
    openDate: "12/01/2026",
    closeDate: "",
    oppStatus: "forecasted",
    docType: "forecast",
    cfdaList: [],
  },
];

/** `POST /v1/api/search2` and `/v1/api/fetchOpportunity`: amounts are told by the second one only. */
export const grantsGovWire: ApiWire = ({ method, path, body }) => {
  const asked = method === "POST" ? (JSON.parse(body) as Record<string, unknown>) : {};
  if (path === "/v1/api/fetchOpportunity") {
    const isFirst = asked["opportunityId"] === 354_102;
    return {
      body: {
        errorcode: 0,
        msg: "Webservice Succeeds",
        data: isFirst
          ? {
              id: 354_102,
              synopsis: {
                synopsisDesc: "<p>Funds <em>cargo bike</em> pilots.</p>",
                awardCeiling: "750000",
                awardFloor: "50000",
              },
            }
          : { id: 354_200, forecast: { forecastDesc: "Planned.", awardCeiling: "none", awardFloor: "" } },
      },
    };
  }
  if (path !== "/v1/api/search2") return { status: 404, body: { message: "no Route matched with those values" } };
  const statuses = String(asked["oppStatuses"]).split("|");
  const keyword = String(asked["keyword"] ?? "").toLowerCase();
  const found = grants.filter(
    ({ oppStatus, title }) => statuses.includes(oppStatus) && title.toLowerCase().includes(keyword),
  );
  const start = Number(asked["startRecordNum"] ?? 0);
  return {
    body: {
      errorcode: 0,
      msg: "Webservice Succeeds",
      token: "",
      data: {
        searchParams: asked,
        hitCount: found.length,
        startRecord: start,
        oppHits: found.slice(start, start + Number(asked["rows"] ?? 10)),
      },
    },
  };
};
