/** Forms of secrets, which never reach the log of a rehearsal, wherever an answer has them from. */
const SECRETS: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bwhsec_[\w+/=-]+/g, 'webhook secret'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, 'access key'],
  [/\bramp_(?:sbx|live)_\w+/g, 'partner key'],
  [/(?<=\/(?:sign|verify)\/)[\w-]{16,}/g, 'token of a link'],
  [/(?<=[?&](?:X-Amz-[\w-]+|Signature|AWSAccessKeyId)=)[^&\s"]+/g, 'signature'],
  [/(?<="(?:apiKey|secret|secretAccessKey|sessionToken|SecretAccessKey|SessionToken)":\s*")[^"]+/g, 'secret'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, 'email address'],
];

/** Characters of an answer: what is left of an account is listed in one. */
const MOST = 8000;

/** A text for the log: without secrets, keys and addresses of people, and not longer than a reader wants. */
export function safeText(text: string): string {
  const safe = SECRETS.reduce((left, [form, name]) => left.replaceAll(form, `<${name}>`), text);
  return safe.length > MOST ? `${safe.slice(0, MOST)} …` : safe;
}
