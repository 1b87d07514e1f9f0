/** Calls of an operation as a partner writes them: with curl, with the TypeScript client, and with what three languages have themselves. */
import { exampleText, type Operation, queryExamples } from '../api-document';
import { sdkMethods } from '../sdk-methods';
import { type Call, exampleCall } from './call';
import { goSample } from './go';
import { javaSample } from './java';
import { pythonSample } from './python';

/** A call in one language. */
export interface Sample {
  readonly title: string;
  /** As Markdown names it after its fence. */
  readonly language: 'sh' | 'ts' | 'python' | 'java' | 'go';
  readonly text: string;
}

/** Writes the samples of an operation. `BASE_URL` of the environment is the address of the API without /api/partner/v2. */
export function samples(operation: Operation): readonly Sample[] {
  const method = sdkMethods[operation.id];
  const call = exampleCall(operation);
  return [
    { title: 'curl', language: 'sh', text: curlSample(call) },
    ...(method === undefined
      ? []
      : [{ title: 'TypeScript', language: 'ts' as const, text: clientSample(operation, method) }]),
    { title: 'Python', language: 'python', text: pythonSample(call) },
    { title: 'Java', language: 'java', text: javaSample(call) },
    { title: 'Go', language: 'go', text: goSample(call) },
  ];
}

function curlSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${address}"`,
    ...(needsKey ? ['-H "partner-api-key: $PARTNER_API_KEY"'] : []),
    ...(takesIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

function clientSample({ parameters, body }: Operation, method: string): string {
  const ids = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => literal(exampleText(parameter), ''));
  const query = queryExamples(parameters).map(({ name, example }): [string, unknown] => [name, example]);
  // A body comes after the query, which may be empty.
  const takesQuery = parameters.some((parameter) => parameter.in === 'query');
  const given = [
    ...(takesQuery && (query.length > 0 || body !== undefined) ? [Object.fromEntries(query)] : []),
    ...(body === undefined ? [] : [body.example]),
  ];
  const values = [...ids, ...given.map((value) => literal(value, ''))];
  return `const answer = await ramp.${method}(${values.join(', ')});`;
}

/** Writes a value as TypeScript. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : literal(key, '')}: ${literal(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
