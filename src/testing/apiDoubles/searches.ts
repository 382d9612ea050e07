import type { ApiReply, ApiSeen, ApiWire } from "./server.ts";

/* SearXNG, Brave and Tavily over the same few pages. */

/** A page of the small web that the searches know. */
interface Page {
  title: string;
  url: string;
  text: string;
  /** Days since it changed. */
  age: number;
}

const pages: readonly Page[] = [
  {
    title: "Ferry <b>numbers</b>",
    url: "https://example.org/ferry",
    text: "  412,000\npassengers on the ferry ",
    age: 0,
  },
  { title: "No address", url: "javascript:alert(1)", text: "a ferry", age: 0 },
  { title: "Fährhafen Köln", url: "https://example.org/two", text: "Ferry timetable – größer, öfter", age: 20 },
  { title: "Third", url: "https://news.example.com/three", text: "The ferry of last year", age: 200 },
  { title: "Fourth", url: "https://bad.example/four", text: "An old ferry", age: 2_000 },
];

const isBelow = (url: string, domain: string): boolean => {
  const host = URL.parse(url)?.hostname ?? "";
  return host === domain || host.endsWith(`.${domain}`);
};

/** Pages with the first word, as old as wished at most, and on the wished sites. */
function find(words: string, most: number, days: number, only: readonly string[], never: readonly string[]): Page[] {
  const [word = ""] = words.toLowerCase().split(" ");
  return pages
    .filter(
      ({ title, text, url, age }) =>
        `${title} ${text}`.toLowerCase().includes(word) &&
        age <= days &&
        (only.length === 0 || only.some((domain) => isBelow(url, domain))) &&
        !never.some((domain) => isBelow(url, domain)),
    )
    .slice(0, most);
}

const daysOf: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 31,
  year: 366,
  pd: 1,
  pw: 7,
  pm: 31,
  py: 366,
};
const sitesIn = (words: string, mark: "site" | "-site"): string[] =>
  words.split(" ").flatMap((word) => (word.startsWith(`${mark}:`) ? [word.slice(mark.length + 1)] : []));

const searxngPage = (status: number, text: string): ApiReply => ({
  status,
  type: "text/html; charset=utf-8",
  body: `<!doctype html><title>${status} ${text}</title><h1>${text}</h1>`,
});

/** `GET /search?q=&format=json`: some twenty rows a page, whatever was wished. */
export const searxngWire: ApiWire = ({ method, path, query }) => {
  if (path !== "/search" || method !== "GET") return searxngPage(404, "Not Found");
  const words = query.get("q") ?? "";
  const range = query.get("time_range") ?? "";
  if (words === "" || (range !== "" && !["day", "week", "month", "year"].includes(range)))
    return { status: 400, body: { error: "Invalid settings, please edit your preferences" } };
  if (query.get("format") !== "json") return searxngPage(200, words);
  const rows = find(words, 20, daysOf[range] ?? Infinity, sitesIn(words, "site"), sitesIn(words, "-site"));
  return {
    body: {
      query: words,
      number_of_results: 0,
      results: rows.map(({ title, url, text }) => ({
        url,
        title,
        content: text,
        publishedDate: null,
        thumbnail: "",
        engine: "duckduckgo",
        template: "default.html",
        parsed_url: ["https", URL.parse(url)?.host ?? "", URL.parse(url)?.pathname ?? "", "", "", ""],
        engines: ["duckduckgo"],
        positions: [1],
        score: 1,
        category: "general",
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [["google", "Suspended: CAPTCHA"]],
    },
  };
};

/** An instance whose settings know no JSON. */
export const searxngWithoutJson: ApiWire = (seen) =>
  seen.query.get("format") === "json" ? searxngPage(403, "Forbidden") : searxngWire(seen);

const braveRefusal = (status: number, code: string, detail: string, headers = {}): ApiReply => ({
  status,
  headers,
  body: { type: "ErrorResponse", error: { id: "b1f6", status, code, detail, meta: {} }, time: 1_764_000_000 },
});

/** Of the languages that Brave knows, a few. */
const braveLanguages = ["en", "de", "fr", "jp", "pt-pt", "pt-br", "zh-hans", "nb"];

/** `GET /res/v1/web/search` with the key in a header of its own; a wrong key is a 422 like a wrong question. */
export const braveWire: ApiWire = ({ method, path, query, headers }) => {
  if (method !== "GET" || path !== "/res/v1/web/search") return braveRefusal(404, "NOT_FOUND", "Not found");
  const token = headers["x-subscription-token"];
  if (token === undefined) return braveRefusal(401, "SUBSCRIPTION_TOKEN_MISSING", "A subscription token is required");
  if (token !== "brave-key")
    return braveRefusal(422, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.");
  const count = Number(query.get("count") ?? 20);
  const freshness = query.get("freshness") ?? "";
  const words = query.get("q") ?? "";
  if (
    words === "" ||
    words.length > 400 ||
    !(count >= 1 && count <= 20) ||
    !["", "pd", "pw", "pm", "py"].includes(freshness) ||
    !braveLanguages.includes(query.get("search_lang") ?? "en")
  )
    return braveRefusal(422, "VALIDATION", "Unable to validate request parameter(s)");
  const rows = find(words, count, daysOf[freshness] ?? Infinity, sitesIn(words, "site"), sitesIn(words, "-site"));
  return {
    body: {
      type: "search",
      query: { original: words, more_results_available: false },
      ...(rows.length === 0
        ? {}
        : {
            web: {
              type: "search",
              family_friendly: true,
              results: rows.map(({ title, url, text }) => ({
                title,
                url,
                is_source_local: false,
                description: text,
                page_age: "2026-11-22T00:00:00",
                profile: { name: "Example", url },
                language: "en",
                type: "search_result",
                subtype: "generic",
              })),
            },
          }),
    },
  };
};

/** A plan with one request a second. */
export const braveTooMany: ApiReply = braveRefusal(429, "RATE_LIMITED", "Request rate limit exceeded for plan.", {
  "retry-after": "1",
  "x-ratelimit-limit": "1, 15000",
  "x-ratelimit-remaining": "0, 1000",
  "x-ratelimit-reset": "1, 1419704",
});

const tavilyRefusal = (status: number, error: string, headers = {}): ApiReply => ({
  status,
  headers,
  body: { detail: { error } },
});

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** `POST /search` with a bearer's key. */
export const tavilyWire: ApiWire = ({ method, path, headers, body }: ApiSeen) => {
  if (method !== "POST" || path !== "/search") return { status: 404, body: { detail: "Not Found" } };
  if (headers.authorization !== "Bearer tavily-key")
    return tavilyRefusal(401, "Unauthorized: missing or invalid API key.");
  const asked = JSON.parse(body) as Record<string, unknown>;
  const range = String(asked["time_range"] ?? "");
  const most = Number(asked["max_results"] ?? 5);
  const words = String(asked["query"] ?? "");
  if (
    words === "" ||
    words.length > 400 ||
    !(most >= 0 && most <= 20) ||
    !["", "day", "week", "month", "year"].includes(range)
  )
    return tavilyRefusal(400, "Invalid request.");
  const only = namesIn(asked["include_domains"]);
  const rows = find(words, most, daysOf[range] ?? Infinity, only, namesIn(asked["exclude_domains"]));
  return {
    body: {
      query: words,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: rows.map(({ title, url, text }, at) => ({
        url,
        title,
        content: text,
        score: 0.9 - at / 10,
        raw_content: null,
      })),
      response_time: 1.09,
      request_id: "123e4567-e89b-12d3-a456-426614174111",
    },
  };
};

export const tavilyTooMany: ApiReply = tavilyRefusal(429, "Your request has been blocked due to excessive requests.", {
  "retry-after": "1",
});
/** The month's credits of a plan are spent. */
export const tavilyUsedUp: ApiReply = tavilyRefusal(
  432,
  "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com",
);
