import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FetchError } from "./fetchError.ts";
import { readSitemap, sitemapText, titleOfSlug } from "./sitemap.ts";

/** A site of maps by address; every address asked for is noted. */
function siteOf(maps: Record<string, string | Uint8Array>) {
  const asked: string[] = [];
  return {
    asked,
    async fetchBytes(url: string) {
      asked.push(url);
      const found = maps[url];
      if (found === undefined) throw new FetchError("notFound", "the site answered 404");
      return {
        finalUrl: url,
        contentType: "application/xml",
        bytes: typeof found === "string" ? Buffer.from(found) : found,
      };
    },
  };
}

const { signal } = new AbortController();
const home = "https://www.example.org";
const map = (...rows: string[]): string => `<?xml version="1.0"?><urlset>${rows.join("")}</urlset>`;
const row = (loc: string, rest = ""): string => `<url><loc>${loc}</loc>${rest}</url>`;

describe("sitemap", () => {
  test("yields links with titles derived from their URLs, and dates", async () => {
    const site = siteOf({
      [`${home}/sitemap.xml`]: map(
        row(`${home}/`),
        row(`${home}/blog/how-we-work.html`, "<lastmod>2026-02-01</lastmod>"),
        row(
          `\n  ${home}/f%C3%A4hre?a=1&amp;b=2 `,
          "<lastmod>2026-02-01T10:00:00+00:00</lastmod><priority>1</priority>",
        ),
        row(`<![CDATA[${home}/cdata_page]]>`, "<lastmod>yesterday</lastmod>"),
        row(`${home}/blog/how-we-work.html`),
        row("https://elsewhere.example/x"),
        row("javascript:alert(1)"),
        row("not an address"),
        `<url><image:loc>${home}/picture.png</image:loc></url>`,
      ),
    });
    const links = await readSitemap(`${home}/`, site, { signal });
    expect(links).toEqual([
      { url: `${home}/`, title: "www.example.org", lastModified: null },
      { url: `${home}/blog/how-we-work.html`, title: "How we work", lastModified: "2026-02-01" },
      { url: `${home}/f%C3%A4hre?a=1&b=2`, title: "Fähre", lastModified: "2026-02-01T10:00:00+00:00" },
      { url: `${home}/cdata_page`, title: "Cdata page", lastModified: null },
    ]);
    expect(sitemapText(links).split("\n")[1]).toBe(`${home}/blog/how-we-work.html\tHow we work\t2026-02-01`);
  });

  test("may be an index of sitemaps, including compressed and missing ones", async () => {
    const site = siteOf({
      [`${home}/index.xml`]: `<sitemapindex><sitemap><loc>${home}/a.xml.gz</loc></sitemap><sitemap><loc>${home}/gone.xml</loc></sitemap><sitemap><loc>${home}/b.xml</loc></sitemap><sitemap><loc>https://evil.example/c.xml</loc></sitemap></sitemapindex>`,
      [`${home}/a.xml.gz`]: gzipSync(map(row(`${home}/a`))),
      [`${home}/b.xml`]: map(row(`${home}/b`)),
    });
    expect((await readSitemap(`${home}/index.xml`, site, { signal })).map(({ url }) => url)).toEqual([
      `${home}/a`,
      `${home}/b`,
    ]);
    expect(site.asked).not.toContain("https://evil.example/c.xml");
  });

  test("is limited to 500 links and eight nested sitemaps", async () => {
    const many = map(...Array.from({ length: 2_000 }, (_, index) => row(`${home}/${index}`)));
    expect(await readSitemap(`${home}/m.xml`, siteOf({ [`${home}/m.xml`]: many }), { signal })).toHaveLength(500);
    const index = `<sitemapindex>${Array.from({ length: 50 }, (_, i) => `<sitemap><loc>${home}/${i}.xml</loc></sitemap>`).join("")}</sitemapindex>`;
    const site = siteOf({ [`${home}/i.xml`]: index });
    await readSitemap(`${home}/i.xml`, site, { signal });
    expect(site.asked).toHaveLength(9);
  });

  test("is rejected when it is a web page or a decompression bomb", async () => {
    const site = siteOf({
      [`${home}/page`]: "<html><body>Not found</body></html>",
      [`${home}/bomb.gz`]: gzipSync(Buffer.alloc(20 * 1024 * 1024)),
    });
    await expect(readSitemap(`${home}/page`, site, { signal })).rejects.toMatchObject({ code: "unsupported" });
    await expect(readSitemap(`${home}/bomb.gz`, site, { signal })).rejects.toMatchObject({ code: "tooBig" });
  });

  test("of any content yields links of its own site only", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<urlset>",
        "<loc>",
        "</loc>",
        "<lastmod>",
        "</lastmod>",
        "<url>",
        "</url>",
        `${home}/a`,
        "https://b.example/",
        "2026-01-01",
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const links = await readSitemap(`${home}/m`, siteOf({ [`${home}/m`]: `<urlset>${pieces.join("")}` }), {
          signal,
        });
        for (const { url, title } of links) {
          expect(new URL(url).hostname.replace(/^www\./, "")).toBe("example.org");
          expect(/[\t\n]/.test(title)).toBe(false);
        }
      }),
    );
  });

  test("uses the URL as written for a title that is not valid UTF-8", () => {
    expect(titleOfSlug(new URL("https://x.example/%ff-a"))).toBe("%ff a");
  });
});
