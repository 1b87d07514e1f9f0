/** Ids of another partner in every position of every operation. */
import { call, type Holdings, type Hostile, MARK } from '#test/support/hostile/world';

type Ids = Readonly<Record<Exclude<keyof Holdings, 'apiKey'>, string>>;
const FOREIGN_USER = [401, 'UNAUTHORIZED'] as const;
const NO_TRANSACTION = [404, 'TRANSACTION_NOT_FOUND'] as const;
const NOT_OWNER = [403, 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR'] as const;
const NO_QUOTE = [404, 'QUOTE_NOT_FOUND'] as const;
const NO_ACCOUNT = [403, 'USER_BANK_INFO_ACCESS_DENIED'] as const;
const NO_RECEIVER = [404, 'RECEIVER_NOT_FOUND'] as const;
const NOT_FOUND = [404, 'NOT_FOUND'] as const;

const rampBody = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 1500 };
const mxToUs = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };

/** `v` are the victim's ids, `o` the attacker's own. */
type Position = readonly [
  method: string,
  path: (v: Ids, o: Ids) => string,
  answer: readonly [number, string],
  body?: (v: Ids, o: Ids) => object,
];

const business = { country: 'MX', businessName: MARK };

const positions: readonly Position[] = [
  ['GET', (v) => `/users/${v.userId}`, FOREIGN_USER],
  ['PATCH', (v) => `/users/${v.userId}`, FOREIGN_USER, () => ({ alias: MARK })],
  ['POST', (v) => `/users/${v.businessId}/kyc`, FOREIGN_USER, () => business],
  ['GET', (v) => `/users/${v.userId}/kyc`, FOREIGN_USER],
  ['GET', (v) => `/kyc/details?userId=${v.userId}`, FOREIGN_USER],
  ['POST', (v) => `/users/${v.userId}/kyc/verification-link`, FOREIGN_USER, () => ({ country: 'MX' })],
  ['POST', (v) => `/users/${v.businessId}/kyb/verification-link`, FOREIGN_USER, () => ({ country: 'MX' })],
  ['GET', (v) => `/users/${v.businessId}/kyb`, FOREIGN_USER],
  [
    'POST',
    (v) => `/users/${v.businessId}/associated-persons`,
    FOREIGN_USER,
    () => ({
      ...{ role: 'UBO', firstName: MARK, lastName: MARK },
    }),
  ],
  ['GET', (v) => `/users/${v.businessId}/associated-persons`, FOREIGN_USER],
  ['DELETE', (v) => `/users/${v.businessId}/associated-persons/${v.personId}`, FOREIGN_USER],
  ['DELETE', (v, o) => `/users/${o.businessId}/associated-persons/${v.personId}`, NOT_FOUND],
  ['POST', (v) => `/users/${v.businessId}/associated-persons/signatures`, FOREIGN_USER, () => ({})],
  ['GET', (v) => `/users/${v.businessId}/associated-persons/signatures`, FOREIGN_USER],
  ['DELETE', (v, o) => `/users/${o.businessId}/associated-persons/${v.personId}/signature`, NOT_FOUND],
  ['GET', (v, o) => `/users/${o.businessId}/associated-persons/${v.personId}/signature-document`, NOT_FOUND],
  ['POST', (v, o) => `/sandbox/users/${o.businessId}/associated-persons/${v.personId}/sign`, NOT_FOUND, () => ({})],
  ['POST', (v, o) => `/sandbox/users/${o.businessId}/associated-persons/${v.personId}/expire`, NOT_FOUND, () => ({})],
  ['POST', (v) => `/sandbox/users/${v.userId}/verification`, FOREIGN_USER, () => ({ result: 'REJECTED' })],
  ['GET', (v) => `/quotes/${v.quoteId}`, NO_QUOTE],
  ['GET', (v) => `/cross-ramp/quotes/${v.quoteId}`, NO_QUOTE],
  ['GET', (v) => `/transactions/${v.transactionId}`, NO_TRANSACTION],
  ['GET', (v) => `/transactions/${v.transactionId}/events`, NO_TRANSACTION],
  ['GET', (v) => `/transactions/${v.transactionId}/ledger`, NO_TRANSACTION],
  ['PUT', (v) => `/transactions/${v.transactionId}/cancel`, NOT_OWNER, () => ({})],
  ['POST', (v) => `/sandbox/transactions/${v.transactionId}/simulate`, NO_TRANSACTION, () => ({ event: 'EXPIRE' })],
  ['POST', () => '/off-ramp/execute', [403, 'TRANSACTION_ACCESS_DENIED'], (v) => ({ transactionId: v.offRampId })],
  [
    'POST',
    () => '/cross-ramp',
    FOREIGN_USER,
    (v, o) => ({
      ...{ ...mxToUs, userId: v.userId, targetBankAccountId: o.receiverAccountId },
    }),
  ],
  [
    'POST',
    () => '/cross-ramp',
    NO_ACCOUNT,
    (v, o) => ({
      ...{ ...mxToUs, userId: o.userId, targetBankAccountId: v.receiverAccountId },
    }),
  ],
  ['POST', () => '/cross-ramp', NO_RECEIVER, (v, o) => ({ ...mxToUs, userId: o.userId, receiverId: v.receiverId })],
  [
    'POST',
    () => '/cross-ramp',
    [400, 'BAD_REQUEST'],
    (v, o) => ({
      ...{ userId: o.userId, quoteId: v.quoteId, targetBankAccountId: o.receiverAccountId },
    }),
  ],
  ['POST', () => '/on-ramp', FOREIGN_USER, (v, o) => ({ ...rampBody, userId: v.userId, walletId: o.walletId })],
  ['POST', () => '/on-ramp', NOT_FOUND, (v, o) => ({ ...rampBody, userId: o.userId, walletId: v.walletId })],
  [
    'POST',
    () => '/on-ramp',
    [400, 'BAD_REQUEST'],
    (v, o) => ({
      ...{ userId: o.userId, walletId: o.walletId, quoteId: v.quoteId },
    }),
  ],
  [
    'POST',
    () => '/off-ramp',
    FOREIGN_USER,
    (v, o) => ({
      ...{ ...rampBody, userId: v.userId, userBankInformationId: o.accountId },
    }),
  ],
  [
    'POST',
    () => '/off-ramp',
    NO_ACCOUNT,
    (v, o) => ({
      ...{ ...rampBody, userId: o.userId, userBankInformationId: v.accountId },
    }),
  ],
  [
    'POST',
    () => '/off-ramp',
    NO_RECEIVER,
    (v, o) => ({
      ...{ ...rampBody, userId: o.userId, receiverId: v.receiverId },
    }),
  ],
  ['GET', (v) => `/webhook-notifications/${v.notificationId}`, NOT_FOUND],
  ['POST', (v) => `/webhook-notifications/${v.notificationId}/retry`, NOT_FOUND, () => ({})],
  ['POST', () => '/webhook-notifications/replay', NOT_FOUND, ({ endpointId }) => ({ endpointId })],
  ['GET', (v) => `/webhook-endpoints/${v.endpointId}`, NOT_FOUND],
  ['PUT', (v) => `/webhook-endpoints/${v.endpointId}`, NOT_FOUND, () => ({ url: 'https://example.com/theirs' })],
  ['DELETE', (v) => `/webhook-endpoints/${v.endpointId}`, NOT_FOUND],
  ['POST', (v) => `/webhook-endpoints/${v.endpointId}/secret/rotate`, NOT_FOUND, () => ({})],
  ['POST', (v) => `/webhook-endpoints/${v.endpointId}/test`, NOT_FOUND, () => ({})],
  [
    'POST',
    (v) => `/banks/users/${v.userId}/accounts`,
    FOREIGN_USER,
    () => ({
      ...{ country: 'MX', accountIdentifier: '646180110400000007' },
    }),
  ],
  ['GET', (v) => `/banks/users/${v.userId}/accounts`, FOREIGN_USER],
  ['DELETE', (v) => `/banks/users/${v.userId}/accounts/${v.accountId}`, FOREIGN_USER],
  ['DELETE', (v, o) => `/banks/users/${o.userId}/accounts/${v.accountId}`, NO_ACCOUNT],
  [
    'POST',
    (v) => `/banks/receivers/${v.receiverId}/accounts`,
    NO_RECEIVER,
    () => ({
      ...{ country: 'MX', accountIdentifier: '646180110400000007' },
    }),
  ],
  ['GET', (v) => `/banks/receivers/${v.receiverId}/accounts`, NO_RECEIVER],
  ['DELETE', (v) => `/banks/receivers/${v.receiverId}/accounts/${v.receiverAccountId}`, NO_RECEIVER],
  ['DELETE', (v, o) => `/banks/receivers/${o.receiverId}/accounts/${v.receiverAccountId}`, NO_ACCOUNT],
  ['GET', (v) => `/banks/users/${v.businessId}/banking-onboarding?country=US`, FOREIGN_USER],
  ['POST', (v) => `/banks/users/${v.businessId}/banking-onboarding`, FOREIGN_USER, () => ({ country: 'US' })],
  [
    'POST',
    () => '/receivers',
    FOREIGN_USER,
    (v) => ({
      ...{ userId: v.userId, receiverType: 'BUSINESS', businessName: MARK },
    }),
  ],
  ['GET', (v) => `/receivers/${v.receiverId}`, NO_RECEIVER],
  ['DELETE', (v) => `/receivers/${v.receiverId}`, NO_RECEIVER],
  [
    'POST',
    (v) => `/user/${v.userId}/wallets`,
    FOREIGN_USER,
    () => ({
      ...{ vmType: 'EVM', walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
    }),
  ],
  ['GET', (v) => `/users/${v.userId}/wallets`, FOREIGN_USER],
  ['GET', (v) => `/user/${v.userId}/wallets/balance`, FOREIGN_USER],
  ['DELETE', (v) => `/users/${v.userId}/wallets/${v.walletId}`, FOREIGN_USER],
  ['DELETE', (v, o) => `/users/${o.userId}/wallets/${v.walletId}`, NOT_FOUND],
];

/** Shows in a name which ids are whose. */
const names = (whose: string): Ids =>
  new Proxy<Ids>(Object.create(null), { get: (_, field) => `{${whose} ${String(field)}}` });

function position([method, path, [status, code], body]: Position): Hostile {
  const [theirs, ours] = [names('their'), names('own')];
  const bodyText = body === undefined ? '' : ` ${JSON.stringify(body(theirs, ours))}`;
  return {
    ...{ name: `${method} ${path(theirs, ours)}${bodyText}`, status, code },
    bytes: (world) => call(world, method, path(world.victim, world.own), body?.(world.victim, world.own)),
  };
}

/** Each position with an id of another partner's. */
export const hostileIds = positions.map(position);
