/** Shapes as parts of a page: in HTML lists of fields with nested objects folded, in Markdown nested lists. */
import { escapeHtml } from '../../page';
import { folded, inline, joined, list, NOTHING, type Part, terms, text } from '../parts';
import type { PageComponents } from './page-components';
import type { Alternative, Rule, Shape, Value } from './shape';

/** Permitted values that HTML shows unfolded, at most. */
const MOST_VALUES_SHOWN = 12;

/** Builds the fields, alternatives and rules of a shape. A shape that the page shows on its own is linked. */
export function shapePart({ fields, alternatives, rules }: Shape, components: PageComponents): Part {
  const groups = [
    terms(fields.map((field) => valueEntry({ ...field, name: `\`${field.name}\``, value: field }, components))),
    list(
      '<p>One of these:</p><ul class="forms">',
      alternatives.map((alternative) => alternativePart(alternative, components)),
      '</ul>',
    ),
    list(
      '<ul class="rules">',
      rules.map((rule) => rulePart(rule, components)),
      '</ul>',
    ),
  ];
  return joined(groups, '', '\n');
}

/** Builds a shape, or the link to it where the page shows it on its own. */
export function shapeOrLink(shape: Shape, components: PageComponents, label = ''): Part {
  if (!components.isShared(shape)) return shapePart(shape, components);
  return {
    html: `<p>${label}${linkTo(shape)}</p>`,
    markdown: `${label}\`${shape.component}\`, described below.`,
  };
}

function alternativePart({ title, shape }: Alternative, components: PageComponents): Part {
  if (components.isShared(shape))
    return {
      html: `<li>${inline(title)}: ${linkTo(shape)}</li>`,
      markdown: `- If it is \`${shape.component}\` (${title}): see there`,
    };
  const { html, markdown } = shapePart(shape, components);
  return { html: `<li>${folded(inline(title), html)}</li>`, markdown: nested(`- Where ${title}:`, markdown) };
}

function rulePart({ text: sentence, shape }: Rule, components: PageComponents): Part {
  const words = inline(sentence);
  if (shape === undefined) return { html: `<li>${words}</li>`, markdown: `- ${sentence}` };
  const { html, markdown } = shapePart(shape, components);
  return { html: `<li>${folded(words, html)}</li>`, markdown: nested(`- ${sentence}`, markdown) };
}

/** A value with a name: a field, a parameter or a header. */
export interface ValueEntry {
  /** Markdown. */
  readonly name: string;
  readonly description: string;
  readonly value: Value;
  readonly required?: boolean;
  /** Anchor in the page. */
  readonly id?: string;
  /** Place of a parameter, which Markdown names. */
  readonly place?: string;
  /** True where the name links to the description, which HTML leaves out then. */
  readonly isLink?: boolean;
}

export function valueEntry(entry: ValueEntry, components: PageComponents): Part {
  const { name, description, value, required = false, id, place, isLink = false } = entry;
  const { shape } = value;
  const limits = limitsPart(value);
  const parts = shape === undefined ? NOTHING : nestedShape(shape, components);
  const badge = required ? ' <strong>required</strong>' : '';
  const anchor = id === undefined ? '' : ` id="${id}"`;
  const facts = [place ?? [], value.type, required ? 'required' : []].flat().join(', ');
  const words = [description, limits.markdown].filter((one) => one !== '').join(' ');
  const line = `- ${name} (${facts})${words === '' ? '' : `: ${words}`}`;
  const isNamed = shape !== undefined && components.isShared(shape);
  return {
    html: [
      `<dt${anchor}>${inline(name)} <span>${escapeHtml(value.type)}</span>${badge}</dt>`,
      `<dd>${isLink ? '' : `${text(description).html}${limits.html}${parts.html}`}</dd>`,
    ].join(''),
    markdown: isNamed ? `${line} ${parts.markdown}` : nested(line, place === undefined ? parts.markdown : ''),
  };
}

/** Builds the limits and the permitted values of a value. */
export function limitsPart({ limits, values }: Pick<Value, 'limits' | 'values'>): Part {
  const words = limits.map(({ text: limit, pattern }) => ({
    html: `${inline(limit)}${pattern === undefined ? '' : ` <code class="pattern">${escapeHtml(pattern)}</code>`}`,
    markdown: `${limit}${pattern === undefined ? '' : ` \`${pattern}\``}`,
  }));
  const { html, markdown } = joined(words, '; ', '; ');
  const sentence = words.length === 0 ? NOTHING : { html: `<p class="limits">${html}</p>`, markdown: `${markdown}.` };
  return joined([sentence, valuesPart(values)], '', ' ');
}

function valuesPart(values: readonly string[]): Part {
  if (values.length === 0) return NOTHING;
  const { html, markdown } = joined(
    values.map((value) => ({ html: `<code>${escapeHtml(value)}</code>`, markdown: `\`${value}\`` })),
    ', ',
    ', ',
  );
  if (values.length === 1) return { html: `<p class="limits">always ${html}</p>`, markdown: `Always ${markdown}.` };
  return {
    html:
      values.length <= MOST_VALUES_SHOWN
        ? `<p class="limits">one of ${html}</p>`
        : folded(`One of ${values.length} values`, `<p class="limits">${html}</p>`),
    markdown: `One of ${markdown}.`,
  };
}

/** Builds the shape of a value below its limits. */
function nestedShape(shape: Shape, components: PageComponents): Part {
  if (components.isShared(shape))
    return {
      html: `<p class="limits">Fields: ${linkTo(shape)}</p>`,
      markdown: `Fields: \`${shape.component}\`.`,
    };
  const { fields, alternatives } = shape;
  const { html, markdown } = shapePart(shape, components);
  const title =
    fields.length === 0 ? `${alternatives.length} forms` : `${fields.length} field${fields.length === 1 ? '' : 's'}`;
  return { html: fields.length + alternatives.length === 0 ? html : folded(title, html), markdown };
}

function linkTo({ component = '' }: Shape): string {
  return `<a href="#${component}"><code>${component}</code></a>`;
}

/** Puts the lines of a list below the item that they belong to. */
function nested(item: string, markdown: string): string {
  return markdown === '' ? item : `${item}\n${markdown.replaceAll(/^/gm, '  ')}`;
}
