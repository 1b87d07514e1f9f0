/** Requests of a Postman collection (format 2.1), made of the operations of the OpenAPI document. */
import { asObject, type JsonObject } from '../openapi/json-schema';
import { type PlacedOperation, takesKey } from '../sdk/published-document';

/** Values of a request in place of the document's examples. */
export interface RequestValues {
  readonly name: string;
  readonly description?: string | undefined;
  /** Values of parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Builds a request with the document's examples: required parameters are sent, others can be switched on. */
export function exampleRequest(placed: PlacedOperation): JsonObject {
  const { summary, description, requestBody = {} } = placed.operation;
  const body = asObject(asObject(requestBody.content)['application/json']).example;
  return request(placed, { name: String(summary), description: String(description), parameters: {}, body });
}

/** Builds a request with values of its own; others have their example, or the variable that journeys fill. */
export function request({ path, method, operation }: PlacedOperation, values: RequestValues): JsonObject {
  const { name, description, parameters, body } = values;
  const { parameters: listed = [] } = operation;
  const segments = path.slice(1).split('/');
  const query = listed
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const value = parameters[String(parameter.name)];
      return {
        key: parameter.name,
        value: value ?? String(parameter.example ?? ''),
        description: parameter.description,
        ...(value === undefined && parameter.required !== true && { disabled: true }),
      };
    });
  const header = [
    ...(takesKey(operation) ? [{ key: 'Idempotency-Key', value: parameters['Idempotency-Key'] ?? '{{$guid}}' }] : []),
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
  ];
  return {
    name,
    request: {
      method,
      header,
      ...(description !== undefined && { description }),
      url: {
        raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        ...(query.length > 0 && { query }),
        variable: segments.flatMap((segment, index) => {
          const [, key] = /^\{(\w+)\}$/.exec(segment) ?? [];
          return key === undefined
            ? []
            : [{ key, value: parameters[key] ?? `{{${variableName(key, segments[index - 1] ?? '')}}}` }];
        }),
      },
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

/** Returns `transactionId` for the `id` in `transactions/{id}`. */
function variableName(parameter: string, collection: string): string {
  if (parameter !== 'id') return parameter;
  return `${collection.replace(/s$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}
