/** An operation as HTML: what it does, takes and answers. */
import { codeBlock, headingHtml } from '../markdown';
import { escapeHtml } from '../page';
import { ownRefusals, type Refusal, type Success, sharedRefusals, successes } from './answers';
import type { ApiDocument, Operation, Parameter } from './api-document';
import type { PageComponents } from './page-components';
import { operationPath, sharedPartPath } from './paths';
import { folded, inlineProse, prose } from './prose';
import { samples } from './samples';
import type { ShapeReader } from './shape';
import { componentLink, shapeHtml, valueHtml } from './shape-html';
import { tryItData } from './try-it-data';

/** What the parts of a page are drawn with. */
export interface PageContext {
  readonly reader: ShapeReader;
  readonly components: PageComponents;
  /** Every operation of the document, by its id. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** What answers are good for, by the name of the component. */
  readonly links: ApiDocument['links'];
  /** Whether the page has a console that sends requests. */
  readonly hasConsole: boolean;
}

/** The section of an operation, at the anchor of its id. */
export function operationHtml(operation: Operation, context: PageContext): string {
  const { id, summary, description, body } = operation;
  const data = context.hasConsole ? ` data-operation="${escapeHtml(tryItData(operation, context.links))}"` : '';
  return [
    `<section class="operation"${data} aria-labelledby="${id}">`,
    headingHtml({ id, level: 2, html: escapeHtml(summary) }),
    requestLine(operation),
    operation.deprecated ? '<p><strong>Deprecated.</strong></p>' : '',
    prose(description),
    parametersHtml(operation.parameters, context),
    body === undefined ? '' : `<h3>Body</h3>${body.required ? '' : '<p>It may be left out.</p>'}`,
    body === undefined ? '' : shapeOrLink(context.reader.shape(body.schema), context),
    successes(operation)
      .map((answer) => successHtml(answer, context))
      .join(''),
    refusalsHtml(operation),
    '<h3>Samples</h3>',
    samples(operation)
      .map(({ title, text, language }, index) => {
        const open = index === 0 ? ' open' : '';
        return `<details name="samples-${id}"${open}><summary>${title}</summary>${codeBlock(text, language)}</details>`;
      })
      .join(''),
    '</section>\n',
  ].join('\n');
}

/** An operation that is another one at an older path. */
export function aliasHtml({ id, summary, description, ...alias }: Operation, original: Operation): string {
  return [
    `<section class="operation" aria-labelledby="${id}">`,
    headingHtml({ id, level: 2, html: `${escapeHtml(summary)} (deprecated path)` }),
    requestLine(alias),
    prose(description),
    `<p><a href="${operationPath(original)}">${escapeHtml(original.summary)}</a></p>`,
    '</section>\n',
  ].join('\n');
}

function requestLine({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `<p class="request-line"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></p>`;
}

const places = ['path', 'query', 'header'] as const;

function parametersHtml(parameters: Operation['parameters'], context: PageContext): string {
  return places
    .map((place) => {
      const here = parameters.filter((parameter) => parameter.in === place);
      if (here.length === 0) return '';
      const title = { path: 'Path parameters', query: 'Query parameters', header: 'Request headers' }[place];
      const items = here.map((parameter) => parameterHtml(parameter, context)).join('');
      return `<h3>${title}</h3><dl class="fields">${items}</dl>`;
    })
    .join('');
}

function parameterHtml(parameter: Parameter & { readonly component?: string }, context: PageContext): string {
  const { name, required, description, schema, component } = parameter;
  const value = context.reader.value(schema);
  const shown = `<code>${escapeHtml(name)}</code>`;
  const title = component === undefined ? shown : `<a href="${sharedPartPath('parameter', component)}">${shown}</a>`;
  return [
    `<dt>${title} <span>${escapeHtml(value.type)}</span>${required ? ' <strong>required</strong>' : ''}</dt>`,
    `<dd>${component === undefined ? prose(description) : ''}${component === undefined ? valueHtml(value, context.components) : ''}</dd>`,
  ].join('');
}

function shapeOrLink(shape: ReturnType<ShapeReader['shape']>, { components }: PageContext): string {
  if (components.isShared(shape)) return `<p>${componentLink(shape.component ?? '')}</p>`;
  return shapeHtml(shape, components);
}

function successHtml(
  { status, description, headers, schema, hasEnvelope, contentType, example, takers }: Success,
  context: PageContext,
): string {
  const value = schema === undefined ? undefined : context.reader.value(schema);
  const names = headers.map(({ name, component, description: words }) =>
    component === undefined
      ? `<code>${escapeHtml(name)}</code> (${inlineProse(words)})`
      : `<a href="${sharedPartPath('header', component)}"><code>${escapeHtml(name)}</code></a>`,
  );
  return [
    `<h3>Answer ${status}</h3>`,
    `<p>${inlineProse(description)}.${names.length === 0 ? '' : ` Headers: ${names.join(', ')}.`}</p>`,
    contentType === '' || contentType === 'application/json'
      ? ''
      : `<p>Content type: <code>${escapeHtml(contentType)}</code>.</p>`,
    hasEnvelope && value !== undefined ? `<p><code>data</code> of the answer: ${escapeHtml(value.type)}</p>` : '',
    value === undefined
      ? ''
      : value.shape === undefined
        ? valueHtml(value, context.components)
        : shapeOrLink(value.shape, context),
    example === undefined ? '' : folded('Example', codeBlock(JSON.stringify(example, null, 2), 'json')),
    takersHtml(takers, context),
  ].join('');
}

/** The operations that an id of the answer leads to. */
function takersHtml(takers: readonly string[], { operations }: PageContext): string {
  const links = takers.flatMap((id) => {
    const taker = operations.get(id);
    return taker === undefined ? [] : [`<li><a href="${operationPath(taker)}">${escapeHtml(taker.summary)}</a></li>`];
  });
  if (links.length === 0) return '';
  return folded(`Operations that take its ids (${links.length})`, `<ul>${links.join('')}</ul>`);
}

function refusalsHtml(operation: Operation): string {
  const own = ownRefusals(operation);
  const shared = sharedRefusals(operation).map(({ status, component, codes }) => {
    const words = codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(', ');
    return `<a href="${sharedPartPath('error', component)}">${status} ${words}</a>`;
  });
  if (own.length + shared.length === 0) return '';
  return [
    '<h3>Errors</h3>',
    own.length === 0 ? '' : `<dl class="fields errors">${own.map((refusal) => refusalHtml(refusal)).join('')}</dl>`,
    shared.length === 0 ? '' : `<p>Shared with other operations: ${shared.join(', ')}.</p>`,
  ].join('');
}

/** An error code with its meaning and an example. */
export function refusalHtml({ status, code, meaning, example }: Refusal): string {
  return [
    `<dt>${status} <code>${escapeHtml(code)}</code></dt>`,
    `<dd>${prose(meaning)}${folded('Example', codeBlock(JSON.stringify(example, null, 2), 'json'))}</dd>`,
  ].join('');
}
