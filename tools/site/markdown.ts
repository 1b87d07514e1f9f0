/** Renders Markdown with marked. Every heading has an anchor. */
import { createRequire } from 'node:module';
import { Marked, type Tokens } from 'marked';
import { escapeHtml, type Heading, type SitePage, slug } from './page';
import { drawStateDiagram } from './state-diagram';

/** The functions of highlight.js that we use. The types of highlight.js would add DOM types to every file. */
interface Highlighter {
  readonly getLanguage: (language: string) => unknown;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}

const require = createRequire(import.meta.url);
const highlighter: Highlighter = require('highlight.js');

/** Renders Markdown that has no first-level heading. @returns HTML, and the second and third-level headings */
export function renderMarkdown(markdown: string): Pick<SitePage, 'main' | 'headings'> {
  const headings: Heading[] = [];
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: source }) {
        const id = uniqueId(slug(plainText(source)), headings);
        if (depth === 2 || depth === 3) headings.push({ id, text: plainText(source), level: depth });
        // The heading links to itself.
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${text}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        return lang === 'mermaid' ? diagramFigure(text) : codeBlock(text, lang);
      },
      table({ header, rows }) {
        // Long names can break at underscores, so that other columns stay wide.
        const inline = ({ tokens }: Tokens.TableCell) =>
          this.parser.parseInline(tokens).replaceAll(/<code>[^<]*/g, (code) => code.replaceAll('_', '_<wbr>'));
        tables += 1;
        const above = headings.at(-1)?.text;
        const heads = header.map((cell) => `<th role="columnheader">${inline(cell)}</th>`);
        const labels = header.map((cell) => escapeHtml(plainText(cell.text)));
        const lines = rows.map((cells) =>
          cells.map((cell, at) => `<td role="cell" data-label="${labels[at]}">${inline(cell)}</td>`).join(''),
        );
        return cardsTable(above === undefined ? `Table ${tables}` : `Table ${tables}: ${above}`, heads.join(''), lines);
      },
    },
  });
  return { main: marked.parse(markdown, { async: false }), headings };
}

/** Builds a highlighted code block that the keyboard can scroll. */
function codeBlock(text: string, language = ''): string {
  const html =
    highlighter.getLanguage(language) === undefined
      ? escapeHtml(text)
      : highlighter.highlight(text, { language }).value;
  return `<pre tabindex="0" data-language="${escapeHtml(language)}"><code>${html}</code></pre>\n`;
}

/** Shows a state diagram as a drawing, with its text in a collapsed section. */
function diagramFigure(mermaid: string): string {
  const { svg, text } = drawStateDiagram(mermaid);
  return `<figure class="diagram">
<div class="scroll" tabindex="0" role="region" aria-label="Diagram">${svg}</div>
<details><summary>The diagram as text</summary>${codeBlock(text)}</details>
</figure>
`;
}

/**
 * Builds a table that the keyboard can scroll. Explicit ARIA roles stay valid when the style sheet shows rows as cards on a
 * phone.
 */
function cardsTable(label: string, heads: string, rows: readonly string[]): string {
  const body = rows.map((cells) => `<tr role="row">${cells}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table role="table" class="cards"><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table></div>
`;
}

/** Removes Markdown syntax from a heading. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function uniqueId(id: string, headings: readonly Heading[]): string {
  const same = headings.filter((heading) => heading.id === id || heading.id.startsWith(`${id}-`)).length;
  return same === 0 ? id : `${id}-${same}`;
}
