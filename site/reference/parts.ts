/** Parts of a reference page. Each is built once with both of its forms: the page's HTML and its twin in Markdown. */
import { marked } from 'marked';
import { codeBlock, headingHtml } from '../markdown';
import { escapeHtml, type SitePage } from '../page';

export interface Part {
  readonly html: string;
  readonly markdown: string;
}

export const NOTHING: Part = { html: '', markdown: '' };

/** Builds paragraphs and headings without anchors from Markdown. */
export function text(markdown: string): Part {
  return { html: marked.parse(markdown, { async: false }).trim(), markdown };
}

/** Renders a sentence of Markdown as HTML. */
export function inline(markdown: string): string {
  return marked.parseInline(markdown, { async: false });
}

/** Builds a heading of the second level with an anchor. @param html of the title, where it is not plain text */
export function heading(id: string, title: string, html = escapeHtml(title)): Part {
  return { html: headingHtml({ id, level: 2, html }), markdown: `## ${title}` };
}

export function codePart(code: string, language: string): Part {
  return { html: codeBlock(code, language), markdown: `\`\`\`${language}\n${code}\n\`\`\`` };
}

/** Folds HTML under a summary, which is HTML too. @param attributes of the element, with a space before each */
export function folded(summary: string, html: string, attributes = ''): string {
  return `<details${attributes}><summary>${summary}</summary>${html}</details>`;
}

/** Builds a value as JSON, folded in HTML. */
export function examplePart(value: unknown): Part {
  const { html, markdown } = codePart(JSON.stringify(value, null, 2), 'json');
  return { html: folded('Example', html), markdown };
}

/** Joins parts, of which those without Markdown are left out of it. */
export function joined(parts: readonly Part[], htmlSeparator = '', markdownSeparator = '\n\n'): Part {
  return {
    html: parts.map(({ html }) => html).join(htmlSeparator),
    markdown: parts
      .map(({ markdown }) => markdown)
      .filter((markdown) => markdown !== '')
      .join(markdownSeparator),
  };
}

/** Builds a list of items; nothing where there are none. */
export function list(opening: string, items: readonly Part[], closing: string): Part {
  const { html, markdown } = joined(items, '', '\n');
  return items.length === 0 ? NOTHING : { html: `${opening}${html}${closing}`, markdown };
}

/** Builds a list of terms with their explanations. */
export function terms(items: readonly Part[], className = 'fields'): Part {
  return list(`<dl class="${className}">`, items, '</dl>');
}

/** Builds the section of an operation or an event. @param attributes of the element, with a space before each */
export function section(id: string, parts: readonly Part[], attributes = ''): Part {
  const { html, markdown } = joined(parts, '\n');
  return {
    html: `<section class="operation"${attributes} aria-labelledby="${id}">\n${html}\n</section>\n`,
    markdown,
  };
}

/** Builds a page of parts below its title. */
export function pageOf(page: Omit<SitePage, 'main' | 'markdown'>, parts: readonly Part[]): SitePage {
  const { html, markdown } = joined(parts, '\n');
  return { ...page, main: html, markdown: `# ${page.title}\n\n${markdown}\n` };
}
