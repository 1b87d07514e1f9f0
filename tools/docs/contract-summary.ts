/** Summary of the API contract with a line per operation. The diff of a commit then shows all changes that affect partners. */
import { createHash } from 'node:crypto';
import type { ErrorCode } from '#shared/api/problems';
import { endpoints } from '#shared/contract/endpoints';
import { endpointDocs } from './endpoint-docs';
import { errorCodesFor } from './openapi/error-responses';
import { asObject, type JsonObject } from './openapi/json-schema';

const HEAD = `# The contract with partners. A line has method, path, id, scope, hash of the request, hash of the response, and error codes.
# Hashes are of schemas with the components that they refer to, without descriptions and examples. Written by "npm run docs".`;

/** Summarizes the OpenAPI document: operations, webhooks, error codes and the error body. */
export function contractSummary(document: JsonObject): string {
  const hashOf = (part: unknown) => hash(part, document);
  const codes = new Map<string, readonly ErrorCode[]>(
    endpoints.flatMap((row) => {
      const docs = endpointDocs.get(row.id);
      return docs === undefined ? [] : [[row.id, [...errorCodesFor(row, docs.contract)].sort()]];
    }),
  );
  const [first = [], ...others] = codes.values();
  const common = first.filter((code) => others.every((list) => list.includes(code)));
  const operations = placedOperations(document.paths).map(({ method, path, operation }) => {
    const { operationId, parameters, requestBody, 'x-required-scope': scope = '-' } = operation;
    const own = codes.get(String(operationId).replace(/Alias$/, '')) ?? [];
    return [
      ...[method, path, operationId, scope, hashOf([parameters, requestBody]), hashOf(successOf(operation))],
      ...own.filter((code) => !common.includes(code)),
    ].join(' ');
  });
  const webhooks = placedOperations(document.webhooks).map(
    ({ path, operation }) => `WEBHOOK ${path} ${hashOf([operation.parameters, operation.requestBody])}`,
  );
  const errors = `ERROR ${hashOf({ $ref: '#/components/schemas/Error' })} ${common.join(' ')}`;
  return `${[HEAD, ...operations, ...webhooks, errors].join('\n')}\n`;
}

function placedOperations(items: unknown) {
  return Object.entries(asObject(items)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) => ({
      ...{ path, method: method.toUpperCase(), operation: asObject(operation) },
    })),
  );
}

/** Finds the 2xx and 3xx responses of an operation. */
function successOf({ responses }: JsonObject): [status: string, response: unknown][] {
  return Object.entries(asObject(responses)).filter(([status]) => /^[23]/.test(status));
}

/** Hashes a part of the document, including the components that it references at any depth. */
function hash(part: unknown, document: JsonObject): string {
  const components = new Map<string, string>();
  const visit = (text: string): void => {
    for (const [pointer] of text.matchAll(/#\/components\/\w+\/\w+/g)) {
      if (components.has(pointer)) continue;
      const component = shape(componentAt(pointer, document));
      components.set(pointer, component);
      visit(component);
    }
  };
  const text = shape(part);
  visit(text);
  const all = [text, ...[...components].sort(([a], [b]) => (a < b ? -1 : 1)).flat()];
  return createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 12);
}

function componentAt(pointer: string, document: JsonObject): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((found, name) => asObject(found)[name], document);
}

/** Fields that do not affect programs: texts and examples. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'summary', 'title']);
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);

/** Serializes a part without descriptions and examples. Keeps a property named `description`, whose value is a schema. */
function shape(part: unknown): string {
  return JSON.stringify(part, (name, value: unknown) =>
    EXAMPLES.has(name) || (TEXTS.has(name) && typeof value === 'string') ? undefined : value,
  );
}
