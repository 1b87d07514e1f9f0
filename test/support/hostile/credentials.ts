/** Callers with false credentials: partner keys and provider signatures. */
import { createHash, randomUUID } from 'node:crypto';
import { BASE_PATH } from '#shared/contract/endpoints';
import { newWebhookSecret } from '#shared/http/signature';
import { type Hostile, MARK, refused, type World } from '#test/support/hostile/world';
import { request } from '#test/support/raw-http';
import { signedCallback } from '#test/support/servers/loopback-provider';

const KEY = 'partner-api-key';
const users = (...headers: string[]) => request('GET', `${BASE_PATH}/users`, { headers });

const keys: Readonly<Record<string, Hostile['bytes']>> = {
  'no key': () => users(),
  'an empty key': () => users(`${KEY}:`),
  'a key that is a bearer token': ({ victim }) => users(`Authorization: Bearer ${victim.apiKey}`),
  'a key in the query': ({ victim }) => request('GET', `${BASE_PATH}/users?${KEY}=${victim.apiKey}`),
  'a key in a cookie': ({ victim }) => users(`Cookie: ${KEY}=${victim.apiKey}`),
  'an unknown key of the right form': () => users(`${KEY}: ramp_sbx_${'A'.repeat(32)}_AAAAAA`),
  'a key with its last letter changed': ({ victim }) =>
    users(`${KEY}: ${victim.apiKey.slice(0, -1)}${victim.apiKey.endsWith('A') ? 'B' : 'A'}`),
  'a key in another letter case': ({ victim }) => users(`${KEY}: ${victim.apiKey.toUpperCase()}`),
  'a key of the other environment': ({ victim }) => users(`${KEY}: ${victim.apiKey.replace('sbx', 'live')}`),
  'the digest of a key': ({ victim }) => users(`${KEY}: ${createHash('sha256').update(victim.apiKey).digest('hex')}`),
  "a partner's id for its key": ({ victim }) => users(`${KEY}: ${victim.partnerId}`),
  'two keys in one line': ({ own, victim }) => users(`${KEY}: ${own.apiKey}, ${victim.apiKey}`),
  'a good key before a bad one': ({ victim }) => users(`${KEY}: ${victim.apiKey}`, `${KEY}: ${MARK}`),
  'a key of 8 KB': () => users(`${KEY}: ramp_sbx_${'A'.repeat(8000)}`),
  'a key followed by a byte that no header may have': ({ victim }) => users(`${KEY}: ${victim.apiKey}\xa0`),
};

const report = ({ victim }: World, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ provider: 'banking', eventId: randomUUID(), transactionId: victim.transactionId },
  type: 'DEPOSIT_RECEIVED',
  ...more,
});

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Builds the bytes of a request that sends a provider's report. */
export function posted({ body, headers }: Message): Buffer {
  const { 'content-type': _, ...rest } = headers;
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
  return request('POST', '/provider-events', { headers: lines, body });
}

const signed = (world: World, content: unknown = report(world), options = {}) =>
  signedCallback(content, world.providerEventsSecret, options);
const nowS = () => Math.floor(Date.now() / 1000);

/** Returns a report with headers that differ from the signed headers. */
function altered(message: Message, change: (header: (name: string) => string) => Message['headers']): Message {
  return { ...message, headers: { ...message.headers, ...change((name) => message.headers[name] ?? '') } };
}

const reported = (status: number, code: string, reports: Readonly<Record<string, (world: World) => Message>>) =>
  Object.entries(reports).flatMap(([name, message]) =>
    refused(status, code, { [`a report of a provider, ${name}`]: (world) => posted(message(world)) }),
  );

/** Forged reports of a deposit. If the service accepted a report, the transaction would continue without money. */
const forged = reported(401, 'UNAUTHORIZED', {
  forged: (w) => signedCallback(report(w), newWebhookSecret()),
  'of an hour ago, sent again': (w) => signed(w, report(w), { timestampS: nowS() - 3600 }),
  'of an hour ahead': (w) => signed(w, report(w), { timestampS: nowS() + 3600 }),
  'sent again with a new time': (w) =>
    altered(signed(w, report(w), { timestampS: nowS() - 3600 }), () => ({ 'webhook-timestamp': String(nowS()) })),
  'sent again with a new id': (w) => altered(signed(w), () => ({ 'webhook-id': randomUUID() })),
  'for another transaction than the one signed': (w) => {
    const other = signed(w, report(w, { transactionId: w.own.transactionId }));
    return { ...other, body: other.body.replace(w.own.transactionId, w.victim.transactionId) };
  },
  'with a signature cut to nothing': (w) => altered(signed(w), () => ({ 'webhook-signature': 'v1,' })),
  'with a signature of another version': (w) =>
    altered(signed(w), (header) => ({ 'webhook-signature': header('webhook-signature').replace('v1,', 'v1a,') })),
  'with a signature whose base64 has no end': (w) =>
    altered(signed(w), (header) => ({ 'webhook-signature': header('webhook-signature').replace(/=+$/, '') })),
  'with a time that is not whole': (w) => altered(signed(w), () => ({ 'webhook-timestamp': `${nowS()}.0` })),
});

const wrong = [
  ...reported(400, 'INVALID_USER_INPUT_ERROR', {
    'signed, with a field too many': (w) => signed(w, report(w, { [MARK]: 1 })),
    'signed, in the name of the operator': (w) => signed(w, report(w, { provider: 'operator' })),
    'signed, with a key separator in its id': (w) => signed(w, report(w, { eventId: `a#META ${MARK}` })),
    'signed, with an amount as a number': (w) => signed(w, report(w, { amount: 1e30, currency: 'MXN' })),
    'signed, of a type that is inherited': (w) => signed(w, report(w, { type: 'constructor' })),
    'signed, cut off': (w) => signed(w, JSON.stringify(report(w)).slice(0, -9)),
  }),
  ...reported(404, 'TRANSACTION_NOT_FOUND', {
    'signed, of a transaction that there is not': (w) => signed(w, report(w, { transactionId: randomUUID() })),
    'signed, of an id that is no transaction': (w) => signed(w, report(w, { transactionId: w.victim.userId })),
  }),
  ...reported(413, 'PAYLOAD_TOO_LARGE', {
    'signed, over the bound': (w) => signed(w, report(w, { reason: 'x'.repeat(70_000) })),
  }),
];

/** Invalid API keys, and provider reports that are forged, altered, replayed or malformed. */
export const hostileCredentials: readonly Hostile[] = [...refused(401, 'UNAUTHORIZED', keys), ...forged, ...wrong];
