/** Callers with false credentials: keys of partners and signatures of providers. */
import { createHash, randomUUID } from 'node:crypto';
import { BASE_PATH } from '#shared/api/base-path';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { type Hostile, MARK, type World } from '#test/support/hostile/world';
import { request } from '#test/support/raw-http';
import { signedCallback } from '#test/support/servers/loopback-provider';

const KEY = 'partner-api-key';
const users = (...headers: string[]) => request('GET', `${BASE_PATH}/users`, { headers });

const keys: readonly (readonly [string, (world: World) => Buffer])[] = [
  ['no key', () => users()],
  ['an empty key', () => users(`${KEY}:`)],
  ['a key that is a bearer token', ({ victim }) => users(`Authorization: Bearer ${victim.apiKey}`)],
  ['a key in the query', ({ victim }) => request('GET', `${BASE_PATH}/users?${KEY}=${victim.apiKey}`)],
  ['a key in a cookie', ({ victim }) => users(`Cookie: ${KEY}=${victim.apiKey}`)],
  ['an unknown key of the right form', () => users(`${KEY}: ramp_sbx_${'A'.repeat(32)}_AAAAAA`)],
  [
    'a key with its last letter changed',
    ({ victim }) => users(`${KEY}: ${victim.apiKey.slice(0, -1)}${victim.apiKey.endsWith('A') ? 'B' : 'A'}`),
  ],
  ['a key in another letter case', ({ victim }) => users(`${KEY}: ${victim.apiKey.toUpperCase()}`)],
  ['a key of the other environment', ({ victim }) => users(`${KEY}: ${victim.apiKey.replace('sbx', 'live')}`)],
  ['the digest of a key', ({ victim }) => users(`${KEY}: ${createHash('sha256').update(victim.apiKey).digest('hex')}`)],
  ["a partner's id for its key", ({ victim }) => users(`${KEY}: ${victim.partnerId}`)],
  ['two keys in one line', ({ own, victim }) => users(`${KEY}: ${own.apiKey}, ${victim.apiKey}`)],
  ['a good key before a bad one', ({ victim }) => users(`${KEY}: ${victim.apiKey}`, `${KEY}: ${MARK}`)],
  ['a key of 8 KB', () => users(`${KEY}: ramp_sbx_${'A'.repeat(8000)}`)],
  ['a key followed by a byte that no header may have', ({ victim }) => users(`${KEY}: ${victim.apiKey}\xa0`)],
];

const report = ({ victim }: World, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ provider: 'banking', eventId: randomUUID(), transactionId: victim.transactionId },
  type: 'DEPOSIT_RECEIVED',
  ...more,
});

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A report of a provider as it is sent. */
export function posted({ body, headers }: Message): Buffer {
  const { 'content-type': _, ...rest } = headers;
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
  return request('POST', '/provider-events', { headers: lines, body });
}

const signed = (world: World, content: unknown = report(world), options = {}) =>
  signedCallback(content, world.providerEventsSecret, options);
const header = (message: Message, name: string) => message.headers[name] ?? '';
const nowS = () => Math.floor(Date.now() / 1000);

/** Each of them would fund a transaction. */
const events: readonly (readonly [string, number, string, (world: World) => Message])[] = [
  ['forged', 401, 'UNAUTHORIZED', (w) => signedCallback(report(w), newWebhookSecret())],
  ['of an hour ago, sent again', 401, 'UNAUTHORIZED', (w) => signed(w, report(w), { timestampS: nowS() - 3600 })],
  ['of an hour ahead', 401, 'UNAUTHORIZED', (w) => signed(w, report(w), { timestampS: nowS() + 3600 })],
  [
    'sent again with a new time',
    401,
    'UNAUTHORIZED',
    (w) => {
      const old = signed(w, report(w), { timestampS: nowS() - 3600 });
      return { ...old, headers: { ...old.headers, 'webhook-timestamp': String(nowS()) } };
    },
  ],
  [
    'sent again with a new id',
    401,
    'UNAUTHORIZED',
    (w) => {
      const old = signed(w);
      return { ...old, headers: { ...old.headers, 'webhook-id': randomUUID() } };
    },
  ],
  [
    'for another transaction than the one signed',
    401,
    'UNAUTHORIZED',
    (w) => {
      const other = signed(w, report(w, { transactionId: w.own.transactionId }));
      return { ...other, body: other.body.replace(w.own.transactionId, w.victim.transactionId) };
    },
  ],
  [
    'with a signature cut to nothing',
    401,
    'UNAUTHORIZED',
    (w) => {
      const message = signed(w);
      return { ...message, headers: { ...message.headers, 'webhook-signature': 'v1,' } };
    },
  ],
  [
    'with a signature of another version',
    401,
    'UNAUTHORIZED',
    (w) => {
      const message = signed(w);
      const signature = header(message, 'webhook-signature').replace('v1,', 'v1a,');
      return { ...message, headers: { ...message.headers, 'webhook-signature': signature } };
    },
  ],
  [
    'with a signature whose base64 has no end',
    401,
    'UNAUTHORIZED',
    (w) => {
      const message = signed(w);
      const signature = header(message, 'webhook-signature').replace(/=+$/, '');
      return { ...message, headers: { ...message.headers, 'webhook-signature': signature } };
    },
  ],
  [
    'with a time that is not whole',
    401,
    'UNAUTHORIZED',
    (w) => {
      const message = signed(w);
      return { ...message, headers: { ...message.headers, 'webhook-timestamp': `${nowS()}.0` } };
    },
  ],
  ['signed, with a field too many', 400, 'INVALID_USER_INPUT_ERROR', (w) => signed(w, report(w, { [MARK]: 1 }))],
  [
    'signed, in the name of the operator',
    400,
    'INVALID_USER_INPUT_ERROR',
    (w) => signed(w, report(w, { provider: 'operator' })),
  ],
  [
    'signed, with a key separator in its id',
    400,
    'INVALID_USER_INPUT_ERROR',
    (w) => signed(w, report(w, { eventId: `a#META ${MARK}` })),
  ],
  [
    'signed, with an amount as a number',
    400,
    'INVALID_USER_INPUT_ERROR',
    (w) => signed(w, report(w, { amount: 1e30, currency: 'MXN' })),
  ],
  [
    'signed, of a type that is inherited',
    400,
    'INVALID_USER_INPUT_ERROR',
    (w) => signed(w, report(w, { type: 'constructor' })),
  ],
  [
    'signed, of a transaction that there is not',
    404,
    'TRANSACTION_NOT_FOUND',
    (w) => signed(w, report(w, { transactionId: randomUUID() })),
  ],
  [
    'signed, of an id that is no transaction',
    404,
    'TRANSACTION_NOT_FOUND',
    (w) => signed(w, report(w, { transactionId: w.victim.userId })),
  ],
  ['signed, cut off', 400, 'INVALID_USER_INPUT_ERROR', (w) => signed(w, JSON.stringify(report(w)).slice(0, -9))],
  ['signed, over the bound', 413, 'PAYLOAD_TOO_LARGE', (w) => signed(w, report(w, { reason: 'x'.repeat(70_000) }))],
];

/** Invalid keys, and reports that are forged, altered, replayed or malformed. */
export const hostileCredentials: readonly Hostile[] = [
  ...keys.map(([name, bytes]) => ({ name, status: 401, code: 'UNAUTHORIZED', bytes })),
  ...events.map(([name, status, code, message]) => ({
    ...{ name: `a report of a provider, ${name}`, status, code },
    bytes: (world: World) => posted(message(world)),
  })),
];
