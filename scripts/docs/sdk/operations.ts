/** Facts of each operation for the SDK, written from the OpenAPI document. */
import type { OpenApiDocument, OpenApiOperation } from './published-document';

const HEADER = '// Written by "npm run docs" from docs/openapi.json; changes here are lost.\n';

/** Writes the source of `sdk/src/generated/operations.ts`: method, path, idempotency, kind of answer. */
export function operationsModule(document: OpenApiDocument): string {
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { deprecated }]) => deprecated !== true)
      .map(([method, operation]) => `  ${operation.operationId}: ${row(method, path, operation)},`),
  );
  return `${HEADER}
import type { OperationFacts } from '../operation-facts.js';

export const operationFacts = {
${lines.join('\n')}
} as const satisfies Record<string, OperationFacts>;
`;
}

function row(method: string, path: string, operation: OpenApiOperation): string {
  const takesKey = operation.parameters?.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  const answer = answerKind(operation);
  const facts = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    ...(takesKey ? ['takesKey: true'] : []),
    ...(answer === 'data' ? [] : [`answer: '${answer}'`]),
  ];
  return `{ ${facts.join(', ')} }`;
}

function answerKind({ operationId, responses }: OpenApiOperation): 'data' | 'json' | 'text' | 'bytes' {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const [type, media] = Object.entries(success?.[1].content ?? {})[0] ?? [];
  if (type === 'application/json') return media?.schema?.properties?.data === undefined ? 'json' : 'data';
  if (type?.startsWith('text/')) return 'text';
  if (type === 'application/pdf') return 'bytes';
  throw new Error(`The SDK knows no answer of the type ${type} (${operationId})`);
}
