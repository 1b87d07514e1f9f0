import type { Call } from './call';

/** Writes a call with the standard library of Go, as gofmt has it. */
export function goSample({ method, address, needsKey, takesIdempotencyKey, body }: Call): string {
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
