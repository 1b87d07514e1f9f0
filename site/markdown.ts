/** Markdown as HTML, by the library marked: every heading has an anchor, and every link is checked. */
import { createRequire } from 'node:module';
import { Marked, type Tokens } from 'marked';
import { escapeHtml, type Heading, slug } from './page';
import { drawStateDiagram } from './state-diagram';

/** The used part of highlight.js, whose own types would bring those of browsers into every file. */
interface Highlighter {
  readonly getLanguage: (language: string) => unknown;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}

const require = createRequire(import.meta.url);
const highlighter: Highlighter = require('highlight.js');

export interface Rendered {
  readonly html: string;
  /** Headings of the second and third level. */
  readonly headings: readonly Heading[];
}

/** Renders Markdown without a heading of the first level. */
export function renderMarkdown(markdown: string): Rendered {
  const headings: Heading[] = [];
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueId(slug(plainText(text)), headings);
        if (depth === 2 || depth === 3) headings.push({ id, text: plainText(text), level: depth });
        return headingHtml({ id, level: depth, html: this.parser.parseInline(tokens) });
      },
      code({ text, lang }) {
        return lang === 'mermaid' ? diagramFigure(text) : codeBlock(text, lang);
      },
      table({ header, rows }) {
        // Long names break at their underscores, so that they leave room for words.
        const inline = ({ tokens }: Tokens.TableCell) =>
          this.parser.parseInline(tokens).replaceAll(/<code>[^<]*/g, (code) => code.replaceAll('_', '_<wbr>'));
        tables += 1;
        const above = headings.at(-1)?.text;
        return labelledTable(
          above === undefined ? `Table ${tables}` : `Table ${tables}: ${above}`,
          header.map((cell) => ({ html: inline(cell), text: plainText(cell.text) })),
          rows.map((cells) => cells.map(inline)),
        );
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

/** Builds a heading that links to itself. @param html of its text */
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

/** Builds a block of code in colours, which the keyboard can scroll. */
export function codeBlock(text: string, language = ''): string {
  const html =
    highlighter.getLanguage(language) === undefined
      ? escapeHtml(text)
      : highlighter.highlight(text, { language }).value;
  return `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${html}</code></pre>\n`;
}

/** Shows a state diagram as a picture, with its text folded below. */
function diagramFigure(mermaid: string): string {
  const { svg, text } = drawStateDiagram(mermaid);
  return `<figure class="diagram">
<div class="scroll" tabindex="0" role="region" aria-label="Diagram">${svg}</div>
<details><summary>The diagram as text</summary>${codeBlock(text)}</details>
</figure>
`;
}

/** Lets a table that is wider than the screen scroll by itself, by the keyboard too. */
function scrolling(html: string, label: string): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}">${html}</div>\n`;
}

interface Column {
  readonly html: string;
  readonly text: string;
}

/**
 * Builds a table whose rows become cards on a phone, where each cell names its column. The roles stay when the
 * style sheet shows the parts as blocks. @param label names it among the page's regions
 */
function labelledTable(label: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const heads = columns.map(({ html }) => `<th role="columnheader">${html}</th>`).join('');
  const cell = (html: string, at: number) =>
    `<td role="cell" data-label="${escapeHtml(columns[at]?.text ?? '')}">${html}</td>`;
  const body = rows.map((cells) => `<tr role="row">${cells.map(cell).join('')}</tr>`).join('\n');
  const html = `<table role="table" class="cards"><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
  return scrolling(html, label);
}

/** Removes the marks of Markdown from a heading. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function uniqueId(id: string, headings: readonly Heading[]): string {
  const same = headings.filter((heading) => heading.id === id || heading.id.startsWith(`${id}-`)).length;
  return same === 0 ? id : `${id}-${same}`;
}
