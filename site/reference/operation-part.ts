/** Operations as parts of a page: purpose, input and answers. */
import { escapeHtml } from '../page';
import { ownRefusals, type Refusal, type Success, sharedRefusals, successes } from './answers';
import type { Operation, Parameter } from './api-document';
import { codePart, examplePart, folded, heading, joined, NOTHING, type Part, section, terms, text } from './parts';
import { operationPath, sharedPartPath } from './paths';
import { samples } from './samples/samples';
import type { PageComponents } from './schemas/page-components';
import type { ShapeReader } from './schemas/shape';
import { limitsPart, shapeOrLink, valueEntry } from './schemas/shape-part';
import { tryItData } from './try-it-data';

/** The tools and facts that the parts of a page are built with. */
export interface PageContext {
  readonly reader: ShapeReader;
  readonly components: PageComponents;
  /** True for pages with a console that sends requests. */
  readonly hasConsole: boolean;
}

/** Builds the section of an operation, at the anchor of its id: in words, with the calls and the answers beside them. */
export function operationPart(operation: Operation, context: PageContext): Part {
  const { id, summary, description, body, deprecated } = operation;
  const { reader, components, hasConsole } = context;
  const answers = successes(operation);
  const refusals = ownRefusals(operation);
  const words = joined([
    requestLine(operation, 'p'),
    text(deprecated ? '**Deprecated.**' : ''),
    text(description),
    parametersPart(operation.parameters, context),
    body === undefined ? NOTHING : bodyHeading(body.required),
    body === undefined ? NOTHING : shapeOrLink(reader.shape(body.schema), components),
    answersPart(answers, context),
    refusalsPart(operation, refusals),
  ]);
  const calls = joined([
    text('### Samples'),
    samplesPart(operation),
    ...answers.map(answerExample),
    refusalExamples(refusals),
  ]);
  const columns = [
    heading(id, summary),
    { html: `<div class="words">${words.html}</div>`, markdown: words.markdown },
    { html: `<div class="calls">${calls.html}</div>`, markdown: calls.markdown },
  ];
  return section(id, columns, hasConsole ? ` data-operation="${escapeHtml(tryItData(operation))}"` : '');
}

/** Shows the example of a successful answer. */
function answerExample({ status, example }: Success): Part {
  if (example === undefined) return NOTHING;
  const { html, markdown } = codePart(JSON.stringify(example, null, 2), 'json');
  return {
    html: `<h3>Example of answer ${status}</h3>${html}`,
    markdown: `### Example of answer ${status}\n\n${markdown}`,
  };
}

/** Shows an example of each error that is the operation's own, folded. In Markdown these stand with their meanings. */
function refusalExamples(refusals: readonly Refusal[]): Part {
  if (refusals.length === 0) return NOTHING;
  const examples = refusals.map(({ status, code, example }) =>
    folded(`${status} <code>${escapeHtml(code)}</code>`, codePart(JSON.stringify(example, null, 2), 'json').html),
  );
  return { html: `<h3>Examples of errors</h3>${examples.join('')}`, markdown: '' };
}

/** Builds the section of an operation that is another one at an older path. */
export function aliasPart(alias: Operation, original: Operation): Part {
  return section(alias.id, [
    heading(alias.id, `${alias.summary} (deprecated path)`),
    requestLine(alias, 'p'),
    text(alias.description),
    text(operationLink(original)),
  ]);
}

/** Builds the method and the path. @param element of HTML */
export function requestLine({ method, path }: Operation, element: 'p' | 'span'): Part {
  return {
    html: `<${element} class="request-line"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></${element}>`,
    markdown: `\`${method} ${path}\``,
  };
}

/** Links to an operation, in Markdown. */
export function operationLink(operation: Operation): string {
  return `[${operation.summary}](${operationPath(operation)})`;
}

function bodyHeading(isRequired: boolean): Part {
  return isRequired
    ? text('### Body')
    : { html: '<h3>Body</h3><p>It may be left out.</p>', markdown: '### Body (may be left out)' };
}

/** Builds the samples, one of which is open; with a script they are tabs (site/browser/samples.ts). */
function samplesPart(operation: Operation): Part {
  const parts = samples(operation).map(({ title, language, text: call }, index) => {
    const { html, markdown } = codePart(call, language);
    return { html: folded(title, html, ` name="samples-${operation.id}"${index === 0 ? ' open' : ''}`), markdown };
  });
  const { html, markdown } = joined(parts);
  return { html: `<div class="samples">${html}</div>`, markdown };
}

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Request headers' } as const;

/** Builds the parameters: in HTML by their places, in Markdown as one list. */
function parametersPart(parameters: Operation['parameters'], context: PageContext): Part {
  if (parameters.length === 0) return NOTHING;
  const entries = parameters.map((parameter) => ({ place: parameter.in, part: parameterEntry(parameter, context) }));
  const groups = Object.entries(PLACES).map(([place, title]) => {
    const { html } = terms(entries.filter((entry) => entry.place === place).map(({ part }) => part));
    return html === '' ? '' : `<h3>${title}</h3>${html}`;
  });
  return { html: groups.join(''), markdown: `### Parameters\n\n${terms(entries.map(({ part }) => part)).markdown}` };
}

function parameterEntry(
  { name, in: place, required, description, schema, component }: Parameter & { readonly component?: string },
  { reader, components }: PageContext,
): Part {
  const title = component === undefined ? `\`${name}\`` : `[\`${name}\`](${sharedPartPath('parameter', component)})`;
  const isLink = component !== undefined;
  return valueEntry({ name: title, description, value: reader.value(schema), required, place, isLink }, components);
}

/** Builds the successful answers. Their fields are always there, so "required" is not in the colour of a demand. */
function answersPart(answers: readonly Success[], context: PageContext): Part {
  const { html, markdown } = joined(answers.map((answer) => successPart(answer, context)));
  return { html: `<div class="answered">${html}</div>`, markdown };
}

function successPart(
  { status, description, headers, schema, hasEnvelope, contentType }: Success,
  { reader, components }: PageContext,
): Part {
  const value = schema === undefined ? undefined : reader.value(schema);
  const names = headers.map(({ name, component, description: words }) =>
    component === undefined ? `\`${name}\` (${words})` : `[\`${name}\`](${sharedPartPath('header', component)})`,
  );
  const isJson = contentType === '' || contentType === 'application/json';
  return joined([
    text(`### Answer ${status}`),
    text(`${description}.${names.length === 0 ? '' : ` Headers: ${names.join(', ')}.`}`),
    text(isJson ? '' : `Content type: \`${contentType}\`.`),
    text(hasEnvelope && value !== undefined ? dataSentence(value.type) : ''),
    value?.shape === undefined
      ? { html: value === undefined ? '' : limitsPart(value).html, markdown: '' }
      : shapeOrLink(value.shape, components),
  ]);
}

/** Says of an answer what its `data` is. */
function dataSentence(type: string): string {
  return type === 'object' ? 'Fields of `data`:' : `\`data\` is: ${type}.`;
}

function refusalsPart(operation: Operation, refusals: readonly Refusal[]): Part {
  const own = refusals.map((refusal) => refusalPart(refusal));
  const shared = sharedRefusals(operation).map(
    ({ status, component, codes }) =>
      `[${status} ${codes.map((code) => `\`${code}\``).join(', ')}](${sharedPartPath('error', component)})`,
  );
  if (own.length + shared.length === 0) return NOTHING;
  return joined([
    text('### Errors'),
    terms(own, 'fields errors'),
    text(shared.length === 0 ? '' : `Shared with other operations: ${shared.join(', ')}.`),
  ]);
}

/** Builds an error code with its meaning and, in Markdown, an example. @param id anchor in the page, which then shows the example too */
export function refusalPart({ status, code, meaning, example }: Refusal, id?: string): Part {
  const [anchor, shown] = id === undefined ? ['', ''] : [` id="${id}"`, examplePart(example).html];
  return {
    html: `<dt${anchor}>${status} <code>${escapeHtml(code)}</code></dt><dd>${text(meaning).html}${shown}</dd>`,
    markdown: `- ${status} \`${code}\`: ${meaning} Example: \`${JSON.stringify(example)}\``,
  };
}
