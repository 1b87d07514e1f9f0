/** The recipes of CONTRIBUTING.md carried out: each place by hand, as an edit of a file or a file of `test/recipes/<name>`. */

/** An edit of a file: a text that stands there once, and the text in its place. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

export interface Recipe {
  /** Also the folder of its new files, which have `.txt` at their end. */
  readonly name: string;
  /** Beginning of the heading of its section. */
  readonly section: string;
  /** Places by hand at most. */
  readonly most: number;
  readonly edits: readonly Edit[];
  /** Edits of code that uses the new thing, which is no part of the recipe. @default none */
  readonly uses?: readonly Edit[];
  /** The edit that the failure of the first command asks for, by the id of the row. @default none */
  readonly corrects?: Edit & { readonly names: string };
}

const ENDPOINTS = 'shared/api/endpoints.ts';
const TRANSITIONS = 'shared/transactions/domain/transition-table.ts';
const STATES = 'test/unit/transactions/domain/transaction-states.test.ts';
const REGIONS = 'shared/corridors/domain/regions.ts';
const CURRENCY = 'shared/values/money/currency.ts';
const CREATE_RECEIVER = 'functions/receivers/create/create-receiver.ts';
const BANK_DETAILS = 'test/unit/bank-accounts/bank-details.test.ts';

/** Puts lines after a text. */
function after(file: string, find: string, lines: string): Edit {
  return { file, find, put: `${find}\n${lines}` };
}

function before(file: string, find: string, lines: string): Edit {
  return { file, find, put: `${lines}\n${find}` };
}

const walletRow = "  partner({ id: 'listWallets',";

export const recipes: readonly Recipe[] = [
  {
    name: 'reader',
    section: '## 1',
    most: 6,
    edits: [
      before(
        ENDPOINTS,
        walletRow,
        "  partner({ id: 'getWallet', folder: 'wallets/get', method: 'GET', path: '/users/{userId}/wallets/{walletId}', table: ['GetItem'], tag: 'Wallets', summary: \"Read a user's wallet\" }),",
      ),
    ],
  },
  {
    name: 'creation',
    section: '## 1',
    most: 8,
    edits: [
      before(
        ENDPOINTS,
        walletRow,
        "  partner({ id: 'importWallet', folder: 'wallets/import', method: 'POST', path: '/users/{userId}/wallets/import', table: ['GetItem'], idempotent: true, tag: 'Wallets', summary: 'Save a wallet by its address' }),",
      ),
    ],
    corrects: {
      names: 'importWallet',
      file: ENDPOINTS,
      find: "path: '/users/{userId}/wallets/import', table: ['GetItem'],",
      put: "path: '/users/{userId}/wallets/import', table: ['GetItem', 'Query', 'PutItem'],",
    },
  },
  {
    name: 'event',
    section: '## 2',
    most: 3,
    edits: [
      after('shared/webhooks/domain/events.ts', '  HOLD_RELEASED_ON_RAMP: status,', '  ON_HOLD_ON_RAMP: status,'),
      {
        file: TRANSITIONS,
        find: "to: 'AWAITING_MANUAL_CRYPTO_TRANSFER', event: null",
        put: "to: 'AWAITING_MANUAL_CRYPTO_TRANSFER', event: 'ON_HOLD_ON_RAMP'",
      },
      before(
        'sdk/src/cli/trigger/journeys.ts',
        '  CREATED_OFF_RAMP:',
        "  ON_HOLD_ON_RAMP: { when: 'A person has to send the tokens.', journey: transaction(onRamp, 500, simulate('MANUAL_REVIEW'), simulate('DEPOSIT_RECEIVED')) },",
      ),
    ],
  },
  {
    name: 'state',
    section: '## 3',
    most: 3,
    edits: [
      before(
        'shared/transactions/domain/status-facts.ts',
        '  AWAITING_MANUAL_CRYPTO_TRANSFER:',
        "  AWAITING_REVIEW: { ...open, kinds: ['ON_RAMP'] },",
      ),
      before(
        TRANSITIONS,
        "  { from: 'IN_PROGRESS', on: 'PAYOUT_COMPLETED', to: 'COMPLETED', event: 'COMPLETED_ON_RAMP'",
        [
          "  { from: 'FIAT_RECEIVED', on: 'MANUAL_TRANSFER_REQUIRED', to: 'AWAITING_REVIEW', event: null, postingRule: null },",
          "  { from: 'AWAITING_REVIEW', on: 'CONVERSION_STARTED', to: 'IN_PROGRESS', event: null, postingRule: null },",
          "  { from: 'AWAITING_REVIEW', on: 'NAME_CHECK_FAILED', to: 'CANCELLED', event: 'CANCELLED_ON_RAMP', postingRule: 'RETURN_DEPOSIT' },",
        ].join('\n'),
      ),
      after(
        STATES,
        "    ['FIAT_RECEIVED', 'CANCELLED', 'CANCELLED_ON_RAMP'],",
        [
          "    ['FIAT_RECEIVED', 'AWAITING_REVIEW', null],",
          "    ['AWAITING_REVIEW', 'IN_PROGRESS', null],",
          "    ['AWAITING_REVIEW', 'CANCELLED', 'CANCELLED_ON_RAMP'],",
        ].join('\n'),
      ),
    ],
  },
  {
    name: 'country',
    section: '## 4',
    most: 2,
    edits: [
      { file: REGIONS, find: "'SEPA', 'CHINA'] as const;", put: "'SEPA', 'CHINA', 'GT'] as const;" },
      after(REGIONS, "  CHINA: ['CN', 'HK'],", "  GT: ['GT'],"),
      after(
        REGIONS,
        "  CHINA: { currency: 'USD', payoutRange: { min: '10', max: '10000' } },",
        "  GT: { currency: 'GTQ' },",
      ),
      after(REGIONS, "  CHINA: ['SWIFT'],", "  GT: ['ACH'],"),
      after(REGIONS, "  CHINA: ['LOCAL', 'SWIFT'],", "  GT: ['LOCAL'],"),
      after(REGIONS, "  CHINA: ['SWIFT', 'CHATS'],", '  GT: [],'),
      after(REGIONS, "  CHINA: 'CNAPS',", "  GT: 'ACH',"),
      after(REGIONS, "  CHINA: 'LATIN',", "  GT: 'TEXT',"),
      after(
        REGIONS,
        "    optional: ['bic'],\n  },",
        "  GT: { fields: ['accountIdentifier', 'bankName', 'accountType'] },",
      ),
      before(REGIONS, '};\n\nexport interface PostalCodeRule', '  GT: { extraFields: [] },'),
      before(REGIONS, '};\n\nexport function listKycCountries', '  GT: undefined,'),
      { file: BANK_DETAILS, find: "'CN' | 'HK', BankDetails", put: "'CN' | 'HK' | 'GT', BankDetails" },
      before(
        BANK_DETAILS,
        '};\n\nconst fields = (country',
        "  GT: { accountIdentifier: '01234567890', bankName: 'Industrial', accountType: 'CHECKING' },",
      ),
    ],
  },
  {
    name: 'currency',
    section: '## 4',
    most: 3,
    edits: [
      { file: CURRENCY, find: "'USD', 'EUR'] as const;", put: "'USD', 'EUR', 'GTQ'] as const;" },
      before(
        CURRENCY,
        '  USDC: { decimals',
        "  GTQ: { decimals: 2, defaultRange: { min: '10', max: '3000000' }, liveMin: '75', sandboxRate: 7_640n, rails: ['ACH'] },",
      ),
      {
        file: 'shared/quotes/domain/cross-ramp-pricing.ts',
        find: 'DOP: 60_00n }',
        put: 'DOP: 60_00n, GTQ: 8_00n }',
      },
      before(
        'shared/providers/deposit-accounts.ts',
        "  EUR: { country: 'DE'",
        "  GTQ: { country: 'GT', accountIdentifier: '01234567890', bankName: 'Banco Sandbox' },",
      ),
    ],
  },
  {
    name: 'provider',
    section: '## 5',
    most: 4,
    edits: [
      after(
        'shared/providers/registry.ts',
        "  { name: 'bank-verification', setting: 'bankVerification', about: 'the provider of payee checks' },",
        "  { name: 'watchlists', setting: 'watchlists', about: 'the provider of watchlists' },",
      ),
    ],
    uses: [
      {
        file: ENDPOINTS,
        find: "path: '/receivers', table: ['GetItem', 'PutItem'],",
        put: "path: '/receivers', table: ['GetItem', 'PutItem'], grants: ['watchlists-provider'],",
      },
      after(
        CREATE_RECEIVER,
        '  const user = await readUser(request);',
        "  const listed = await watchlists().isListed(body.businessName ?? [body.firstName, body.lastName].join(' '));\n  if (listed) throw invalidInput([{ field: 'receiverType', message: 'Must not be listed' }]);",
      ),
      after(
        CREATE_RECEIVER,
        "import type { Request } from '#shared/http/partner-endpoint';",
        "import { watchlists } from '#shared/providers/watchlists';",
      ),
    ],
  },
];
