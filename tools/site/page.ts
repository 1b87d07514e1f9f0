/** A developer page without its frame (header and navigation). */

export interface Heading {
  /** Anchor of the heading in its page. */
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

export interface SitePage {
  /** Path from the root of the stage, without a trailing slash: `/guide/webhooks`. */
  readonly path: string;
  readonly title: string;
  /** Name in the navigation. @default the title */
  readonly label?: string;
  /**
   * HTML below the page's heading. URLs start at the root of the stage: the function that serves the page adds the stage's prefix
   * to every `href="/`. Quotes in text are escaped (`escapeHtml`), so that this function does not change URLs in examples.
   */
  readonly main: string;
  /** The page in Markdown with its first-level heading. URLs start at the root of the stage, as in `main`. */
  readonly markdown: string;
  readonly headings: readonly Heading[];
  /** Names of additional modules in `tools/site/browser` that this page loads. */
  readonly scripts?: readonly string[];
  /** True if a library renders the page in the browser and replaces `main`. @default false */
  readonly isApplication?: boolean;
}

/** Pages of a navigation group, in the order of the links "previous" and "next". */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
  /** True for reference pages, which llms-full.txt omits. @default false */
  readonly isReference?: boolean;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
}

/** Returns the anchor of a heading in the format of GitHub. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
