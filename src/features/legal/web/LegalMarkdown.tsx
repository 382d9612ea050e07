import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import cx from "./LegalPage.module.css";

/** The page has a title of its own, so headings of the operator start one level below. Images are not rendered. */
const parts: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  img: () => null,
  // A wide table moves in a frame of its own, by keys too; the page stays as it is.
  table: ({ children }) => (
    <div className={cx("legal-table")} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  a: ({ href, children }) =>
    href && /^https?:/i.test(href) ? (
      <a href={href} rel="noreferrer noopener" target="_blank">
        {children}
      </a>
    ) : (
      <a href={href}>{children}</a>
    ),
};

/**
 * An operator's Markdown as GitHub reads it: CommonMark with tables. Raw HTML in it stays text, addresses that run
 * something lose their way.
 */
export const LegalMarkdown = ({ text }: { text: string }) => (
  <Markdown components={parts} remarkPlugins={[remarkGfm]}>
    {text}
  </Markdown>
);
