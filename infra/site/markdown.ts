/** Markdown as HTML, by the library marked: every heading has an anchor, and every link is checked. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml, type Heading, slug } from './page';

export interface Rendered {
  readonly html: string;
  /** Headings of the second and third level. */
  readonly headings: readonly Heading[];
}

/** Markdown without a heading of the first level, as HTML. */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueId(slug(plainText(text)), headings);
        if (depth === 2 || depth === 3) headings.push({ id, text: plainText(text), level: depth });
        return headingHtml({ id, level: depth, html: this.parser.parseInline(tokens) });
      },
      code({ text, lang }) {
        return codeBlock(text, lang);
      },
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return tableHtml(`<thead>${row(token.header, 'th')}</thead>\n<tbody>${body}</tbody>`);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

/** A heading that links to itself. @param html of its text */
export function headingHtml({
  id,
  level,
  html,
}: {
  readonly id: string;
  readonly level: number;
  readonly html: string;
}): string {
  return `<h${level} id="${escapeHtml(id)}"><a class="anchor" href="#${escapeHtml(id)}">${html}</a></h${level}>\n`;
}

/** A block of code, which the keyboard can scroll. */
export function codeBlock(text: string, language = ''): string {
  return `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${escapeHtml(text)}</code></pre>\n`;
}

/** A table that scrolls by itself where it is wider than the screen. @param rows its content as HTML */
export function tableHtml(rows: string): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>${rows}</table></div>\n`;
}

/** The words of a heading without marks. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function uniqueId(id: string, headings: readonly Heading[]): string {
  const same = headings.filter((heading) => heading.id === id || heading.id.startsWith(`${id}-`)).length;
  return same === 0 ? id : `${id}-${same}`;
}
