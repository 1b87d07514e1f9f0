/** Facts about each operation for the SDK, generated from the OpenAPI document. */
import {
  currentOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type PlacedOperation,
  takesKey,
} from './published-document';

/** First line of files that are generated only from the OpenAPI document. */
export const HEADER = '// Written by "npm run docs" from docs/openapi.json; changes here are lost.\n';

/** Generates `sdk/src/generated/operations.ts`: method, path, idempotency and response type. */
export function operationsModule(document: OpenApiDocument): string {
  const lines = currentOperations(document).map((each) => `  ${each.operation.operationId}: ${row(each)},`);
  return `${HEADER}
import type { OperationFacts } from '../operation-facts.js';

export const operationFacts = {
${lines.join('\n')}
} as const satisfies Record<string, OperationFacts>;
`;
}

function row({ method, path, operation }: PlacedOperation): string {
  const response = responseKind(operation);
  const facts = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(takesKey(operation) ? ['takesKey: true'] : []),
    ...(response === 'data' ? [] : [`response: '${response}'`]),
  ];
  return `{ ${facts.join(', ')} }`;
}

function responseKind({ operationId, responses }: OpenApiOperation): 'data' | 'json' | 'text' | 'bytes' {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const [type, media] = Object.entries(success?.[1].content ?? {})[0] ?? [];
  if (type === 'application/json') return media?.schema?.properties?.data === undefined ? 'json' : 'data';
  if (type?.startsWith('text/')) return 'text';
  if (type === 'application/pdf') return 'bytes';
  throw new Error(`The SDK knows no response of the type ${type} (${operationId})`);
}
