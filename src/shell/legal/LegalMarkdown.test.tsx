import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LegalMarkdown } from "./LegalMarkdown.tsx";

const shown = (text: string): string => renderToStaticMarkup(<LegalMarkdown text={text} />);

test("an operator's Markdown becomes headings, lists and links", () => {
  expect(shown("# Terms\n\n- *one*\n\n[here](/privacy) and [there](https://example.com)")).toBe(
    [
      "<h2>Terms</h2>",
      "<ul>\n<li><em>one</em></li>\n</ul>",
      '<p><a href="/privacy">here</a> and <a href="https://example.com" rel="noreferrer noopener" target="_blank">there</a></p>',
    ].join("\n"),
  );
});

test("nothing in it runs or is fetched", () => {
  const html = shown(
    [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "![x](https://evil.example/x.png)",
      "[a](javascript:alert(1)) [b](data:text/html;base64,PHNjcmlwdD4=) [c](vbscript:x)",
      '<a href="javascript:alert(1)">d</a>',
      "<iframe srcdoc='<script>1</script>'></iframe>",
    ].join("\n\n"),
  );
  expect(html).not.toMatch(/<(script|img|iframe)|href="(javascript|data|vbscript)/i);
  expect(html).toContain("&lt;script&gt;");
});
