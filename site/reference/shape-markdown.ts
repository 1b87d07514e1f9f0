/** Shapes as Markdown: nested lists of fields. */
import type { PageComponents } from './page-components';
import type { Field, Rule, Shape, Value } from './shape';

/** The lines of a shape. What is shared on the page is named by its heading. */
export function shapeMarkdown(shape: Shape, components: PageComponents): string {
  return shapeLines(shape, components).join('\n');
}

function shapeLines(shape: Shape, components: PageComponents): string[] {
  return [
    ...shape.fields.flatMap((field) => fieldLines(field, components)),
    ...shape.alternatives.flatMap(({ title, shape: form }) =>
      components.isShared(form)
        ? [`- If it is \`${form.component}\` (${title}): see there`]
        : [`- Where ${title}:`, ...indented(shapeLines(form, components))],
    ),
    ...shape.rules.flatMap((rule) => ruleLines(rule, components)),
  ];
}

function ruleLines({ text, shape }: Rule, components: PageComponents): string[] {
  return [`- ${text}`, ...(shape === undefined ? [] : indented(shapeLines(shape, components)))];
}

function fieldLines(field: Field, components: PageComponents): string[] {
  const { name, type, required, description, shape } = field;
  const facts = `${type}${required ? ', required' : ''}`;
  const words = [description, limitsMarkdown(field)].filter((text) => text !== '').join(' ');
  const line = `- \`${name}\` (${facts})${words === '' ? '' : `: ${words}`}`;
  if (shape === undefined) return [line];
  return components.isShared(shape)
    ? [`${line} Fields: \`${shape.component}\`.`]
    : [line, ...indented(shapeLines(shape, components))];
}

/** The limits and the permitted values of a value, as sentences. */
export function limitsMarkdown({ limits, values }: Pick<Value, 'limits' | 'values'>): string {
  const words = limits.map(({ text, pattern }) => (pattern === undefined ? text : `${text} \`${pattern}\``));
  const listed = values.map((value) => `\`${value}\``).join(', ');
  return [
    words.length === 0 ? '' : `${words.join('; ')}.`,
    values.length === 0 ? '' : `${values.length === 1 ? 'Always' : 'One of'} ${listed}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
