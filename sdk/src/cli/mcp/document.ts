/** Reads the parts of the stage's OpenAPI document that the MCP tools require. */
import { operationFacts } from '../../generated/operations.js';
import type { OperationFacts } from '../../operation-facts.js';
import type { OperationId } from '../../operation-types.js';
import { isRecord } from '../account/private-file.js';

export type Json = Readonly<Record<string, unknown>>;

/** Names of response fields that contain a secret. */
export const SECRETS: readonly string[] = ['apiKey', 'secret'];

/** Maximum depth of nested `$ref` references in an outline. At greater depth, the outline contains only schema names. */
const OUTLINE_DEPTH = 2;

/** JSON Schema keywords that the outline omits, because an AI model can usually write a valid value without this information. */
const LEFT_OUT: readonly string[] = ['pattern', 'minLength', 'maxLength', 'example', 'examples'];

/** Header parameters that the description omits, because the MCP server adds these headers to each request itself. */
const OWN_HEADERS: readonly string[] = ['IdempotencyKey', 'RequestId'];

/** Returns true if a name is an `operationId` of the API. */
export function isOperation(name: string): name is OperationId {
  return Object.hasOwn(operationFacts, name);
}

/** Reads a nested property; returns `undefined` if a property on the path is absent. */
function read(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (found, name) => (isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

function membersOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The OpenAPI document, with methods that search it. */
export class ApiDocument {
  constructor(readonly root: Json) {}

  /** Returns the OpenAPI object of an operation, or `undefined` if this stage does not have the operation. */
  operation(id: OperationId): unknown {
    const { method, path }: OperationFacts = operationFacts[id];
    return read(this.root, 'paths', path, method.toLowerCase());
  }

  /** Describes the parameters, body, examples and errors of an operation for an AI model. */
  describe(id: OperationId): Json {
    const { method, path }: OperationFacts = operationFacts[id];
    const operation = this.operation(id);
    const [success] = this.#successes(operation);
    const body = read(operation, 'requestBody', 'content', 'application/json');
    const parameters = itemsOf(read(operation, 'parameters')).filter(
      (one) => !OWN_HEADERS.includes(nameOf(read(one, '$ref'))),
    );
    return {
      ...{ operation: id, method, path, summary: read(operation, 'summary') },
      ...{ description: read(operation, 'description'), requiredScope: read(operation, 'x-required-scope') },
      parameters: parameters.map((one) => this.outline(one)),
      body: body === undefined ? undefined : this.outline(read(body, 'schema')),
      ...{ bodyExample: read(body, 'example'), responseExample: read(success, 'example', 'data') },
      errors: membersOf(read(operation, 'responses')).flatMap(([status, response]) =>
        /^[45]/.test(status) ? [`${status}: ${codesOf(this.#resolved(response)).join(', ')}`] : [],
      ),
    };
  }

  /** Describes a schema by name; returns `undefined` for an unknown name. */
  describeSchema(name: string): unknown {
    const schema = read(this.root, 'components', 'schemas', name);
    return schema === undefined ? undefined : this.outline(schema);
  }

  /** Returns true if a successful response of an operation can contain a secret. */
  returnsSecret(id: OperationId): boolean {
    return this.#successes(this.operation(id)).some((content) => this.#namesSecret(read(content, 'schema'), new Set()));
  }

  /** Copies a schema and replaces references with their schemas, up to the given depth. */
  outline(schema: unknown, depth = OUTLINE_DEPTH): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.outline(one, depth));
    if (!isRecord(schema)) return schema;
    const { $ref, ...rest } = schema;
    if (typeof $ref !== 'string')
      return Object.fromEntries(
        membersOf(rest).flatMap(([name, value]) =>
          LEFT_OUT.includes(name) && !isRecord(value) ? [] : [[name, this.outline(value, depth)]],
        ),
      );
    if (depth === 0) return { schema: nameOf($ref), ...rest };
    return { ...Object(this.outline(this.#resolved(schema), depth - 1)), ...rest };
  }

  #successes(operation: unknown): unknown[] {
    return membersOf(read(operation, 'responses')).flatMap(([status, response]) =>
      status.startsWith('2') ? [read(this.#resolved(response), 'content', 'application/json')] : [],
    );
  }

  #resolved(value: unknown): unknown {
    const reference = read(value, '$ref');
    return typeof reference === 'string' ? read(this.root, ...reference.split('/').slice(1)) : value;
  }

  #namesSecret(schema: unknown, seen: Set<unknown>): boolean {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
    seen.add(schema);
    const named = membersOf(read(schema, 'properties')).some(([name]) => SECRETS.includes(name));
    return named || [this.#resolved(schema), ...Object.values(schema)].some((one) => this.#namesSecret(one, seen));
  }
}

function nameOf(reference: unknown): string {
  return String(reference).split('/').at(-1) ?? '';
}

/** Returns the error codes that start the paragraphs of a response description. */
function codesOf(response: unknown): string[] {
  return [...String(read(response, 'description')).matchAll(/^`(\w+)`/gm)].map(([, code = '']) => code);
}
