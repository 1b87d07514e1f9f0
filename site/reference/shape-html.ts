/** Shapes as HTML: lists of fields, with nested objects folded. */
import { escapeHtml } from '../page';
import type { PageComponents } from './page-components';
import { folded, inlineProse, prose } from './prose';
import type { Field, Rule, Shape, Value } from './shape';
import type { Limit } from './value-words';

/** More permitted values are folded. */
const MOST_VALUES_SHOWN = 12;

/** The fields, rules and alternatives of a shape. What is shared on the page is linked. */
export function shapeHtml(shape: Shape, components: PageComponents): string {
  const fields = shape.fields.map((field) => fieldHtml(field, components)).join('');
  const alternatives = shape.alternatives.map(({ title, shape: form }) => {
    const heading = inlineProse(title);
    if (components.isShared(form)) return `<li>${heading}: ${componentLink(form.component ?? '')}</li>`;
    return `<li>${folded(heading, shapeHtml(form, components))}</li>`;
  });
  return [
    fields === '' ? '' : `<dl class="fields">${fields}</dl>`,
    alternatives.length === 0 ? '' : `<p>One of these:</p><ul class="forms">${alternatives.join('')}</ul>`,
    rulesHtml(shape.rules, components),
  ].join('');
}

function rulesHtml(rules: readonly Rule[], components: PageComponents): string {
  if (rules.length === 0) return '';
  const items = rules.map(({ text, shape }) =>
    shape === undefined
      ? `<li>${inlineProse(text)}</li>`
      : `<li>${folded(inlineProse(text), shapeHtml(shape, components))}</li>`,
  );
  return `<ul class="rules">${items.join('')}</ul>`;
}

function fieldHtml(field: Field, components: PageComponents): string {
  const { name, required, description, type } = field;
  const badge = required ? ' <strong>required</strong>' : '';
  return [
    `<dt><code>${escapeHtml(name)}</code> <span>${escapeHtml(type)}</span>${badge}</dt>`,
    `<dd>${description === '' ? '' : prose(description)}${valueHtml(field, components)}</dd>`,
  ].join('');
}

/** What stands below the type of a value: limits, permitted values and parts. */
export function valueHtml({ limits, values, shape }: Value, components: PageComponents): string {
  return [
    limits.length === 0 ? '' : `<p class="limits">${limits.map(limitHtml).join('; ')}</p>`,
    values.length === 0 ? '' : valuesHtml(values),
    shape === undefined ? '' : partsHtml(shape, components),
  ].join('');
}

function limitHtml({ text, pattern }: Limit): string {
  if (pattern === undefined) return inlineProse(text);
  return `${inlineProse(text)} <code class="pattern">${escapeHtml(pattern)}</code>`;
}

function valuesHtml(values: readonly string[]): string {
  const list = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(', ');
  if (values.length === 1) return `<p class="limits">always ${list}</p>`;
  if (values.length <= MOST_VALUES_SHOWN) return `<p class="limits">one of ${list}</p>`;
  return folded(`One of ${values.length} values`, `<p class="limits">${list}</p>`);
}

function partsHtml(shape: Shape, components: PageComponents): string {
  if (components.isShared(shape)) return `<p class="limits">Fields: ${componentLink(shape.component ?? '')}</p>`;
  const { fields, alternatives } = shape;
  const title =
    fields.length === 0 ? `${alternatives.length} forms` : `${fields.length} field${fields.length === 1 ? '' : 's'}`;
  return fields.length + alternatives.length === 0
    ? shapeHtml(shape, components)
    : folded(title, shapeHtml(shape, components));
}

/** A link to an object that the page shows on its own. */
export function componentLink(component: string): string {
  return `<a href="#${component}"><code>${component}</code></a>`;
}
