import type { Call } from './call';

/** Methods that the builder of a request has by name; any other is a text. */
const NAMED: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/** Writes a call with the HTTP client of Java 17. */
export function javaSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
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
