import type { Call } from './call';

/** Writes a call with the standard library of Python. */
export function pythonSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
  const headers = [
    ...(needsKey ? ['"partner-api-key": os.environ["PARTNER_API_KEY"]'] : []),
    ...(takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const values = [
    `os.environ["BASE_URL"] + ${JSON.stringify(address)}`,
    `method="${method}"`,
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map((line) => `        ${line},\n`).join('')}    }`]),
    ...(body === undefined ? [] : [`data=json.dumps(${literal(body, '    ')}).encode()`]),
  ];
  return [
    'request = urllib.request.Request(',
    ...values.map((value) => `    ${value},`),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    answer = response.read()',
  ].join('\n');
}

/** Writes a value as Python. Text in JSON is text in Python too. */
function literal(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'None';
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
