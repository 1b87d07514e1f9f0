/** Calls of an operation as a partner writes them: with curl, with the TypeScript client, and with what three languages have themselves. */
import { exampleText, type Operation, queryExamples } from '../api-document';
import { sdkMethods } from '../sdk-methods';
import { type Call, exampleCall } from './call';

/** Writes a call with the standard library of Python. */
function pythonSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
  const headers = [
    ...(needsKey ? ['"partner-api-key": os.environ["PARTNER_API_KEY"]'] : []),
    ...(takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const values = [
    `os.environ["BASE_URL"] + ${JSON.stringify(address)}`,
    `method="${method}"`,
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map((line) => `        ${line},\n`).join('')}    }`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonLiteral(body, '    ')}).encode()`]),
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
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'None';
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** Methods that the builder of a request has by name; any other is a text. */
const NAMED: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/** Writes a call with the HTTP client of Java 17. */
function javaSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
  const headers = [
    ...(needsKey ? ['"partner-api-key", System.getenv("PARTNER_API_KEY")'] : []),
    ...(takesIdempotencyKey ? ['"Idempotency-Key", UUID.randomUUID().toString()'] : []),
    ...(body === undefined ? [] : ['"Content-Type", "application/json"']),
  ];
  const publisher = method === 'GET' || method === 'DELETE' ? '' : bodyPublisher(body);
  return [
    `var request = HttpRequest.newBuilder(URI.create(System.getenv("BASE_URL") + ${JSON.stringify(address)}))`,
    ...headers.map((header) => `    .header(${header})`),
    NAMED.has(method) ? `    .${method}(${publisher})` : `    .method("${method}", ${publisher})`,
    '    .build();',
    'var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray());',
  ].join('\n');
}

function bodyPublisher(body: unknown): string {
  if (body === undefined) return 'BodyPublishers.noBody()';
  const lines = JSON.stringify(body, null, 2).replaceAll('\\', '\\\\').split('\n');
  return ['BodyPublishers.ofString("""', ...lines, '"""'].join('\n        ').concat(')');
}

/** Writes a call with the standard library of Go, as gofmt has it. */
function goSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
  const headers = [
    ...(needsKey ? ['"partner-api-key", os.Getenv("PARTNER_API_KEY")'] : []),
    ...(takesIdempotencyKey ? ['"Idempotency-Key", rand.Text()'] : []),
    ...(body === undefined ? [] : ['"Content-Type", "application/json"']),
  ];
  const reader = body === undefined ? 'nil' : `strings.NewReader(${rawText(JSON.stringify(body, null, 2))})`;
  return [
    `request, err := http.NewRequest("${method}", os.Getenv("BASE_URL")+${JSON.stringify(address)}, ${reader})`,
    ...orFatal,
    ...headers.map((header) => `request.Header.Set(${header})`),
    'answer, err := http.DefaultClient.Do(request)',
    ...orFatal,
    'defer answer.Body.Close()',
  ].join('\n');
}

const orFatal = ['if err != nil {', '\tlog.Fatal(err)', '}'];

/** Writes a text of several lines as it is. It has no escapes, so an accent of its own kind stands beside it. */
function rawText(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``;
}

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
