/** Pages from documents of the repository. */
import { posix } from 'node:path';
import { lexer } from 'marked';
import { plainText, renderMarkdown } from './markdown';
import { type SitePage, slug } from './page';
import { addressOf, GUIDE, readSource } from './sources';

export interface Section {
  readonly title: string;
  /** Without its heading. */
  readonly markdown: string;
}

/** Splits a document at its second-level headings. Each section becomes a page, so its headings move up one level. */
export function splitDocument(markdown: string): {
  readonly introduction: string;
  readonly sections: readonly Section[];
} {
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

interface PageText {
  readonly path: string;
  readonly title: string;
  /** Text below the first-level heading. */
  readonly markdown: string;
  /** Path of the document that contains the text. Links in the text are relative to this path. @default the guide */
  readonly document?: string;
  /** Page of each second-level heading in the same document, by anchor. */
  readonly anchors?: ReadonlyMap<string, string>;
}

/** Builds a page from text. @throws Error for a link to a document without a page */
export function textPage(text: PageText): SitePage {
  const { path, title } = text;
  const linked = withPageLinks(text);
  return { path, title, ...renderMarkdown(linked), markdown: `# ${title}\n\n${linked}\n` };
}

/** Builds a page from a whole document. @param title replaces the first-level heading */
export function documentPage(document: string, title?: string, change = (text: string): string => text): SitePage {
  const [, heading = '', text = ''] = /^# (.*)\n([\s\S]*)/.exec(withoutComments(readSource(document))) ?? [];
  const path = addressOf(document);
  return textPage({ path, title: title ?? plainText(heading), markdown: change(text.trim()), document });
}

/** Builds a page for each section of the guide. @param others pages of other sections, by anchor */
export function sectionPages(sections: readonly Section[], others: ReadonlyMap<string, string>): SitePage[] {
  const own = sections.map(({ title }): [string, string] => [slug(title), `/guide/${slug(title)}`]);
  const anchors = new Map([...own, ...others]);
  return sections.map((section) => textPage({ ...section, path: `/guide/${slug(section.title)}`, anchors }));
}

function withPageLinks({ markdown, document = GUIDE, anchors = new Map() }: PageText): string {
  return markdown.replaceAll(/\]\(([^)\s]+)\)/g, (_, target: string) => {
    if (/^(https?:|\/)/.test(target)) return `](${target})`;
    const [link = '', anchor] = target.split('#');
    if (link === '') return `](${anchors.get(anchor ?? '') ?? target})`;
    const to = posix.join(posix.dirname(document), link);
    if (to === GUIDE && anchor !== undefined) return `](/guide/${anchor})`;
    return `](${addressOf(to)}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

function withoutComments(markdown: string): string {
  return markdown.replaceAll(/<!--[\s\S]*?-->\n*/g, '');
}
