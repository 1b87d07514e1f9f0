/** For every operation: requests with ids of another partner in place of the caller's ids. */

import { type ErrorCode, statusFor } from '#shared/api/problems';
import { allPaths, BASE_PATH, type EndpointRow, endpoints } from '#shared/contract/endpoints';
import { call, type Holdings, type Hostile, MARK } from '#test/support/hostile/world';
import { callOf } from '#test/support/scenarios/perform';
import { scenarioFor } from '#test/support/scenarios/registry';
import type { Fields, Ids } from '#test/support/scenarios/scenario';

type Resource =
  | 'user'
  | 'person'
  | 'rampQuote'
  | 'crossRampQuote'
  | 'transaction'
  | 'receiver'
  | 'userAccount'
  | 'receiverAccount'
  | 'wallet'
  | 'notification'
  | 'webhookEndpoint';

/** Resources by field or parameter name. */
const byName: Readonly<Record<string, Resource>> = {
  userId: 'user',
  personId: 'person',
  associatedPersonId: 'person',
  receiverId: 'receiver',
  walletId: 'wallet',
  endpointId: 'webhookEndpoint',
  transactionId: 'transaction',
  userBankInformationId: 'userAccount',
  targetBankAccountId: 'userAccount',
};

/** Resource of the parameter `id`, by the path before it. */
const byPath: Readonly<Record<string, Resource>> = {
  '/quotes': 'rampQuote',
  '/cross-ramp/quotes': 'crossRampQuote',
  '/transactions': 'transaction',
  '/sandbox/transactions': 'transaction',
  '/webhook-notifications': 'notification',
  '/webhook-endpoints': 'webhookEndpoint',
  '/banks/users/{userId}/accounts': 'userAccount',
  '/banks/receivers/{receiverId}/accounts': 'receiverAccount',
};

/** Resource of the field `quoteId`, by the tag of the operation. */
const quotesByTag: Readonly<Record<string, Resource>> = {
  Quotes: 'rampQuote',
  'On-ramp': 'rampQuote',
  'Off-ramp': 'rampQuote',
  'Cross-ramp': 'crossRampQuote',
};

/** @throws Error for a field or parameter that is not in `quotesByTag`, `byPath` or `byName` */
function resourceOf({ id, path, tag }: EndpointRow, name: string): Resource {
  const beforeId = path.replace(BASE_PATH, '').replace(/\/\{id\}.*$/, '');
  const known = name === 'quoteId' ? quotesByTag[tag] : name === 'id' ? byPath[beforeId] : byName[name];
  if (known === undefined)
    throw new Error(`${id}: test/support/hostile/foreign-ids.ts does not say what ${name} names`);
  return known;
}

/** By resource: the error code for an id of another partner, and the field of `Holdings` that contains the id. */
const resources: Readonly<Record<Resource, readonly [ErrorCode, keyof Holdings]>> = {
  user: ['UNAUTHORIZED', 'userId'],
  person: ['NOT_FOUND', 'personId'],
  rampQuote: ['QUOTE_NOT_FOUND', 'quoteId'],
  crossRampQuote: ['QUOTE_NOT_FOUND', 'quoteId'],
  transaction: ['TRANSACTION_NOT_FOUND', 'transactionId'],
  receiver: ['RECEIVER_NOT_FOUND', 'receiverId'],
  userAccount: ['USER_BANK_INFO_ACCESS_DENIED', 'accountId'],
  receiverAccount: ['USER_BANK_INFO_ACCESS_DENIED', 'receiverAccountId'],
  wallet: ['NOT_FOUND', 'walletId'],
  notification: ['NOT_FOUND', 'notificationId'],
  webhookEndpoint: ['NOT_FOUND', 'endpointId'],
};

const rampBody = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 1500 };
const mxToUs = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };

type Alternative = readonly [path: string, code: ErrorCode, body: (v: Holdings, o: Holdings) => Fields];

/**
 * Request bodies with ids in fields that the documented examples do not use. `v` contains the victim's ids, `o` the attacker's
 * ids.
 */
const alternatives: readonly Alternative[] = [
  [
    '/cross-ramp',
    'USER_BANK_INFO_ACCESS_DENIED',
    (v, o) => ({ ...mxToUs, userId: o.userId, targetBankAccountId: v.receiverAccountId }),
  ],
  ['/cross-ramp', 'RECEIVER_NOT_FOUND', (v, o) => ({ ...mxToUs, userId: o.userId, receiverId: v.receiverId })],
  ['/on-ramp', 'UNAUTHORIZED', (v, o) => ({ ...rampBody, userId: v.userId, walletId: o.walletId })],
  ['/on-ramp', 'NOT_FOUND', (v, o) => ({ ...rampBody, userId: o.userId, walletId: v.walletId })],
  ['/on-ramp', 'BAD_REQUEST', (v, o) => ({ userId: o.userId, walletId: o.walletId, quoteId: v.quoteId })],
  ['/off-ramp', 'UNAUTHORIZED', (v, o) => ({ ...rampBody, userId: v.userId, userBankInformationId: o.accountId })],
  [
    '/off-ramp',
    'USER_BANK_INFO_ACCESS_DENIED',
    (v, o) => ({ ...rampBody, userId: o.userId, userBankInformationId: v.accountId }),
  ],
  ['/off-ramp', 'RECEIVER_NOT_FOUND', (v, o) => ({ ...rampBody, userId: o.userId, receiverId: v.receiverId })],
  ['/webhook-notifications/replay', 'NOT_FOUND', ({ endpointId }) => ({ endpointId })],
];

/** Returns placeholder ids that show their owner. */
const names = (whose: string): Holdings =>
  new Proxy<Holdings>(Object.create(null), { get: (_, field) => `{${whose} ${String(field)}}` });

function alternative([path, code, body]: Alternative): Hostile {
  return {
    ...{ name: `POST ${path} ${JSON.stringify(body(names('their'), names('own')))}`, status: statusFor(code), code },
    bytes: (world) => call(world, 'POST', path, body(world.victim, world.own)),
  };
}

/** Returns the names of the ids in the request of a scenario, in order. */
function idsNamed({ id }: EndpointRow): string[] {
  const named = new Set<string>();
  callOf(id, new Proxy<Ids>({}, { get: (_, name) => named.add(String(name)) && String(name) }));
  return [...named];
}

/** Returns true if the prerequisites of an operation's scenario include a business. */
function concernsBusiness(id: string): boolean {
  return (scenarioFor(id).given ?? []).some(
    (name) => name === 'business' || (endpoints.some((row) => row.id === name) && concernsBusiness(name)),
  );
}

function holdingOf(row: EndpointRow, name: string): keyof Holdings {
  const resource = resourceOf(row, name);
  if (resource === 'user' && concernsBusiness(row.id)) return 'businessId';
  return scenarioFor(row.id).given?.includes('createOffRamp') ? 'offRampId' : resources[resource][1];
}

/**
 * Builds one request for each id in the scenario and each path of the operation. In the request, this id and all later ids belong
 * to another partner. The earlier ids belong to the caller.
 */
function positions(row: EndpointRow): Hostile[] {
  const { foreign = {} } = scenarioFor(row.id);
  const ids = idsNamed(row);
  return ids.flatMap((first, at) => {
    const code = foreign[first] === undefined ? resources[resourceOf(row, first)][0] : foreign[first];
    if (code === null) return [];
    return allPaths(row).map((template) => {
      const request = (victim: Holdings, own: Holdings) => {
        const holdings = ids.map((name, index) => [name, (index < at ? own : victim)[holdingOf(row, name)]]);
        const { pathIds, path, body } = callOf(row.id, Object.fromEntries(holdings));
        const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => pathIds[name] ?? '');
        const marked = row.method === 'GET' || row.method === 'DELETE' ? undefined : { ...body, note: MARK };
        return [`${filled.slice(BASE_PATH.length)}${path.replace(/^[^?]*/, '')}`, marked] as const;
      };
      const [path] = request(names('their'), names('own'));
      return {
        ...{ name: `${row.method} ${path}, ${first} of another partner`, status: statusFor(code), code },
        bytes: (world) => call(world, row.method, ...request(world.victim, world.own)),
      };
    });
  });
}

/** Requests with ids of another partner: one for each id and path of an operation, and one for each of the `alternatives`. */
export const hostileIds: readonly Hostile[] = [
  ...endpoints.filter(({ scope }) => scope === 'partner').flatMap(positions),
  ...alternatives.map(alternative),
];
