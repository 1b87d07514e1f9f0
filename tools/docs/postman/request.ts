/** Requests of a Postman collection (format 2.1), made from the operations of the OpenAPI document. */
import { isUuid } from '#shared/values/ids';
import { asObject, isObject, type JsonObject } from '../openapi/json-schema';
import { type PlacedOperation, takesKey } from '../sdk/published-document';

/**
 * Builds a request from the document's examples. Required query parameters are sent; the others are disabled. Ids are variables.
 * @param operations all operations of the collection
 */
export function exampleRequest(placed: PlacedOperation, operations: readonly PlacedOperation[]): JsonObject {
  const { path, method, operation } = placed;
  const { summary, description, parameters = [], requestBody = {}, responses } = operation;
  const body = withVariables(asObject(asObject(requestBody.content)['application/json']).example);
  const segments = path.slice(1).split('/');
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example, description: about, required }) => ({
      ...{ key: name, value: String(example ?? ''), description: about },
      ...(required !== true && { disabled: true }),
    }));
  const header = [
    ...(takesKey(operation) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
  ];
  return {
    name: summary,
    request: {
      ...{ method, header, description },
      url: {
        raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        ...(query.length > 0 && { query }),
        variable: segments.flatMap((segment, index) => {
          const [, key] = /^\{(\w+)\}$/.exec(segment) ?? [];
          return key === undefined ? [] : [{ key, value: `{{${variableName(key, segments[index - 1] ?? '')}}}` }];
        }),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
    ...(responses['201'] !== undefined && { event: storeId(path, operations) }),
  };
}

/** Replaces ids in an example by variables. An e-mail address or `externalUserId` must be unique, so it gets a random value. */
function withVariables(example: unknown): unknown {
  if (!isObject(example)) return example;
  const entries = Object.entries(example).map(([name, value]) => {
    if (name === 'email') return [name, '{{$guid}}@example.com'];
    if (name === 'externalUserId') return [name, '{{$guid}}'];
    return [name, typeof value === 'string' && isUuid(value) ? `{{${name}}}` : value];
  });
  return Object.fromEntries(entries);
}

/** Builds the script that stores the id of a new resource in the variable that the other requests send. */
function storeId(path: string, operations: readonly PlacedOperation[]): JsonObject[] {
  const one = operations.find((other) => other.path.startsWith(`${path}/{`))?.path ?? '';
  const parameter = one.slice(path.length + 2).split('}')[0];
  if (!parameter && !path.endsWith('-ramp')) return [];
  const name = parameter ? variableName(parameter, path.slice(path.lastIndexOf('/') + 1)) : 'transactionId';
  const exec = [
    // Do not name this variable `data`: the program that runs the script already defines `data`.
    'const created = pm.response.json().data ?? {};',
    `const createdId = created.id ?? created.${name};`,
    `if (createdId) pm.collectionVariables.set('${name}', createdId);`,
  ];
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }];
}

/** Returns `transactionId` for the `id` in `transactions/{id}`. */
function variableName(parameter: string, collection: string): string {
  if (parameter !== 'id') return parameter;
  return `${collection.replace(/s$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}
