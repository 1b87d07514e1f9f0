/** A page of the developer pages, before it gets its frame. */

export interface Heading {
  /** Anchor of the heading in its page. */
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

export interface SitePage {
  /** Path from the stage's root, without a slash at the end: `/guide/webhooks`. */
  readonly path: string;
  readonly title: string;
  /** Name in the navigation. @default the title */
  readonly label?: string;
  /**
   * HTML below the page's heading. Addresses begin at the stage's root (`href="/guide/webhooks"`); the service puts
   * its prefix before them. Text has its quotes escaped (`escapeHtml`), so that no example is taken for an address.
   */
  readonly main: string;
  /** The same in Markdown, with its heading of the first level; addresses as in `main`. */
  readonly markdown: string;
  /** Headings listed under "On this page". */
  readonly headings: readonly Heading[];
  /** Names of modules in `tools/site/browser` that this page loads in addition to every page's. */
  readonly scripts?: readonly string[];
  /** True for the page that a library draws in place of `main`. @default false */
  readonly isApplication?: boolean;
}

/** Pages that stand together in the navigation; previous and next lead through them in this order. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly SitePage[];
  /** True for pages that are looked up and not read: left out of llms-full.txt. @default false */
  readonly isReference?: boolean;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
}

/** Returns the anchor of a heading, as GitHub makes it. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
