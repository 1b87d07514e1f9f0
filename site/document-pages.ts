/** Pages whose text stands in a document of the repository. */
import { lexer } from 'marked';
import { downloadPaths } from './downloads';
import { plainText, renderMarkdown } from './markdown';
import { type SitePage, slug } from './page';

/** Page of each document that others link to. */
const PAGE_OF_DOCUMENT: Readonly<Record<string, string>> = {
  'generated/errors.md': '/guide/errors',
  'generated/status-codes.md': '/guide/status-codes',
  'generated/events.md': '/guide/webhook-events',
  'generated/sandbox-amounts.md': '/guide/sandbox-amounts',
  'generated/cancellation-reasons.md': '/guide/cancellation-reasons',
  'generated/on-ramp-states.md': '/guide/on-ramp-states',
  'generated/off-ramp-states.md': '/guide/off-ramp-states',
  'generated/cross-ramp-states.md': '/guide/cross-ramp-states',
  '../sdk/README.md': '/guide/sdk',
  '../docs/openapi.json': '/openapi.json',
  'openapi.json': '/openapi.json',
  'clients.md': '/guide/clients',
  '../CHANGELOG.md': '/guide/changelog',
};
/** The document whose sections are pages of their own. */
const GUIDE = 'api.md';

export interface Section {
  readonly title: string;
  /** Without its heading. */
  readonly markdown: string;
}

export interface SplitDocument {
  /** The text before the first heading of the second level. */
  readonly introduction: string;
  readonly sections: readonly Section[];
}

/**
 * Splits a document by its headings of the second level. A section becomes a page, whose title stands above its headings: they
 * are raised by one level.
 */
export function splitDocument(markdown: string): SplitDocument {
  const parts: { title: string; markdown: string }[] = [{ title: '', markdown: '' }];
  for (const token of lexer(withoutComments(markdown))) {
    if (token.type === 'heading' && token.depth === 1) continue;
    if (token.type === 'heading' && token.depth === 2) parts.push({ title: token.text, markdown: '' });
    else {
      const last = parts.at(-1);
      if (last !== undefined) last.markdown += token.type === 'heading' ? token.raw.slice(1) : token.raw;
    }
  }
  const [introduction, ...sections] = parts.map((part) => ({ ...part, markdown: part.markdown.trim() }));
  return { introduction: introduction?.markdown ?? '', sections };
}

export interface PageText {
  readonly path: string;
  readonly title: string;
  /** Below the heading of the first level; its links lead to documents or begin at the stage's root. */
  readonly markdown: string;
  /** Page of each heading of the second level of the same document, by its anchor. */
  readonly anchors?: ReadonlyMap<string, string>;
}

/** Builds a page of a text. @throws Error when it links to a document that no page shows */
export function textPage({ path, title, markdown, anchors = new Map() }: PageText): SitePage {
  const linked = withPageLinks(markdown, anchors, path);
  const { html, headings } = renderMarkdown(linked);
  return {
    path,
    title,
    main: html,
    markdown: `# ${title}\n\n${linked}\n`,
    headings,
  };
}

/** Builds a page of a whole document. Its heading of the first level is the title, where none is given. */
export function documentPage(
  text: string,
  { path, title }: Pick<PageText, 'path'> & { readonly title?: string },
): SitePage {
  const whole = withoutComments(text);
  const [heading = ''] = /^# .*\n/.exec(whole) ?? [];
  return textPage({
    path,
    title: title ?? plainText(heading.slice(2).trim()),
    markdown: whole.slice(heading.length).trim(),
  });
}

/**
 * Builds pages of the sections of a document, each at its own address.
 * @param others pages of the document's other sections, by their anchors
 */
export function sectionPages(
  sections: readonly Section[],
  folder: string,
  others: ReadonlyMap<string, string> = new Map(),
): SitePage[] {
  const own = sections.map(({ title }): [string, string] => [slug(title), `${folder}/${slug(title)}`]);
  const anchors = new Map([...own, ...others]);
  return sections.map(({ title, markdown }) =>
    textPage({ path: `${folder}/${slug(title)}`, title, markdown, anchors }),
  );
}

function withPageLinks(markdown: string, anchors: ReadonlyMap<string, string>, path: string): string {
  return markdown.replaceAll(/\]\(([^)\s]+)\)/g, (_, target: string) => {
    if (/^(https?:|\/)/.test(target)) return `](${target})`;
    const [document = '', anchor] = target.split('#');
    if (document === '') return `](${anchors.get(anchor ?? '') ?? target})`;
    if (document === GUIDE && anchor !== undefined) return `](/guide/${anchor})`;
    const page = PAGE_OF_DOCUMENT[document] ?? downloadPaths.get(document);
    if (page === undefined) throw new Error(`${path} links to ${target}, which no page shows`);
    return `](${page}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

function withoutComments(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->\n*/g, '');
}
