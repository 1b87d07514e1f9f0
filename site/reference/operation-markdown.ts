/** An operation as Markdown, with the same content as its HTML. */
import { ownRefusals, type Refusal, type Success, sharedRefusals, successes } from './answers';
import type { Operation } from './api-document';
import type { PageContext } from './operation-html';
import { operationPath, sharedPartPath } from './paths';
import { samples } from './samples';
import type { Shape } from './shape';
import { limitsMarkdown, shapeMarkdown } from './shape-markdown';

/** The section of an operation, with a heading of the second level. */
export function operationMarkdown(operation: Operation, context: PageContext): string {
  const { summary, method, path, description, deprecated, body } = operation;
  const blocks = [
    `## ${summary}`,
    `\`${method} ${path}\``,
    ...(deprecated ? ['**Deprecated.**'] : []),
    description,
    ...parametersMarkdown(operation, context),
    ...(body === undefined
      ? []
      : [
          `### Body${body.required ? '' : ' (may be left out)'}`,
          shapeOrName(context.reader.shape(body.schema), context),
        ]),
    ...successes(operation).flatMap((answer) => successMarkdown(answer, context)),
    ...refusalsMarkdown(operation),
    '### Samples',
    ...samples(operation).map(({ language, text }) => fenced(text, language)),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** An operation that is another one at an older path. */
export function aliasMarkdown({ summary, method, path, description }: Operation, original: Operation): string {
  return [
    `## ${summary} (deprecated path)`,
    `\`${method} ${path}\``,
    description,
    `[${original.summary}](${operationPath(original)})`,
  ].join('\n\n');
}

function parametersMarkdown({ parameters }: Operation, { reader }: PageContext): string[] {
  if (parameters.length === 0) return [];
  const lines = parameters.map(({ name, in: place, required, description, schema, component }) => {
    const value = reader.value(schema);
    const facts = `${place}, ${value.type}${required ? ', required' : ''}`;
    const link = component === undefined ? `\`${name}\`` : `[\`${name}\`](${sharedPartPath('parameter', component)})`;
    return `- ${link} (${facts}): ${description} ${limitsMarkdown(value)}`.trimEnd();
  });
  return ['### Parameters', lines.join('\n')];
}

function shapeOrName(shape: Shape, { components }: PageContext): string {
  return components.isShared(shape) ? `\`${shape.component}\`, described below.` : shapeMarkdown(shape, components);
}

function successMarkdown(
  { status, description, headers, schema, hasEnvelope, contentType, example, takers }: Success,
  context: PageContext,
): string[] {
  const value = schema === undefined ? undefined : context.reader.value(schema);
  const names = headers.map(({ name, component, description: words }) =>
    component === undefined ? `\`${name}\` (${words})` : `[\`${name}\`](${sharedPartPath('header', component)})`,
  );
  return [
    `### Answer ${status}`,
    `${description}.${names.length === 0 ? '' : ` Headers: ${names.join(', ')}.`}`,
    contentType === '' || contentType === 'application/json' ? '' : `Content type: \`${contentType}\`.`,
    hasEnvelope && value !== undefined ? `\`data\` of the answer: ${value.type}` : '',
    value?.shape === undefined ? '' : shapeOrName(value.shape, context),
    example === undefined ? '' : fenced(JSON.stringify(example, null, 2), 'json'),
    takersMarkdown(takers, context),
  ];
}

function takersMarkdown(takers: readonly string[], { operations }: PageContext): string {
  const links = takers.flatMap((id) => {
    const taker = operations.get(id);
    return taker === undefined ? [] : [`[${taker.summary}](${operationPath(taker)})`];
  });
  return links.length === 0 ? '' : `Operations that take its ids: ${links.join(', ')}.`;
}

function refusalsMarkdown(operation: Operation): string[] {
  const own = ownRefusals(operation);
  const shared = sharedRefusals(operation).map(
    ({ status, component, codes }) =>
      `[${status} ${codes.map((code) => `\`${code}\``).join(', ')}](${sharedPartPath('error', component)})`,
  );
  if (own.length + shared.length === 0) return [];
  return [
    '### Errors',
    own.map((refusal) => refusalMarkdown(refusal)).join('\n'),
    shared.length === 0 ? '' : `Shared with other operations: ${shared.join(', ')}.`,
  ];
}

/** An error code with its meaning and an example, as an item of a list. */
export function refusalMarkdown({ status, code, meaning, example }: Refusal): string {
  return `- ${status} \`${code}\`: ${meaning} Example: \`${JSON.stringify(example)}\``;
}

/** A block of code. */
export function fenced(text: string, language: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
