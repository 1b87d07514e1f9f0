/** Deceptive letters, and bodies of a false content type. */
import { call, hostile, MARK, type Row } from '#test/support/hostile/world';

const INVALID = 'INVALID_USER_INPUT_ERROR';

const HALF = '\\ud800';

const unicode: readonly Row[] = [
  [
    'half a character in a name',
    400,
    INVALID,
    (w) =>
      call(
        w,
        'POST',
        `/users/${w.own.businessId}/associated-persons`,
        `{"role":"UBO","firstName":"${HALF}","lastName":"${MARK}"}`,
      ),
  ],
  [
    'half a character in an id',
    400,
    INVALID,
    (w) => call(w, 'POST', '/off-ramp/execute', `{"transactionId":"${HALF}${w.victim.offRampId}"}`),
  ],
  [
    'full-width digits in an id',
    404,
    'TRANSACTION_NOT_FOUND',
    (w) => call(w, 'GET', `/transactions/${encodeURIComponent(w.victim.transactionId.replaceAll('0', '０'))}`),
  ],
  [
    'an id with a mark of direction',
    400,
    INVALID,
    (w) => call(w, 'GET', `/users/${encodeURIComponent(`\u202e${w.victim.userId}`)}`),
  ],
  [
    'an id with a joiner of no width',
    404,
    'RECEIVER_NOT_FOUND',
    (w) => call(w, 'GET', `/receivers/${w.victim.receiverId}%E2%80%8B`),
  ],
  [
    'a letter whose lower case is ASCII',
    400,
    INVALID,
    (w) =>
      call(w, 'POST', '/cross-ramp/quotes', {
        sourceCurrency: 'MXN',
        targetCurrency: 'uſd',
        sourceAmount: 1500,
      }),
  ],
  [
    'a currency in Cyrillic',
    400,
    INVALID,
    (w) =>
      call(w, 'POST', '/cross-ramp/quotes', {
        sourceCurrency: 'МХN',
        targetCurrency: 'USD',
        sourceAmount: 1500,
      }),
  ],
  ['Arabic digits in a page size', 400, INVALID, (w) => call(w, 'GET', `/users?limit=${encodeURIComponent('١٠')}`)],
  [
    'a NUL in an address',
    400,
    'BAD_REQUEST',
    (w) => call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}@example.com\\u0000.evil"}`),
  ],
  [
    'a look-alike in an account number',
    400,
    INVALID,
    (w) =>
      call(w, 'POST', `/banks/users/${w.own.userId}/accounts`, {
        ...{ country: 'MX', accountIdentifier: '６４６１８０１１０４００００００07' },
      }),
  ],
  ['a byte order mark before the body', 400, INVALID, (w) => call(w, 'POST', '/users', `\ufeff{"type":"${MARK}"}`)],
  [
    'one letter out of a thousand marks',
    400,
    INVALID,
    (w) =>
      call(w, 'POST', `/users/${w.own.userId}/wallets`, {
        vmType: 'EVM',
        walletAddress: `e${'\u0301'.repeat(1200)}`,
      }),
  ],
];

const bodies: readonly Row[] = [
  [
    'a form',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    (w) =>
      call(w, 'POST', '/users', undefined, [
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 15',
        '',
        'type=INDIVIDUAL',
      ]),
  ],
  [
    'XML with an entity',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    (w) => {
      const xml = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;${MARK}</x>`;
      return call(w, 'POST', '/users', undefined, [
        'Content-Type: application/xml',
        `Content-Length: ${xml.length}`,
        '',
        xml,
      ]);
    },
  ],
  ['JSON cut off', 400, INVALID, (w) => call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}`)],
  [
    'JSON with something after it',
    400,
    INVALID,
    (w) => call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}@example.com"}{}`),
  ],
  ['JSON with a comment', 400, INVALID, (w) => call(w, 'POST', '/users', `{/*${MARK}*/"type":"INDIVIDUAL"}`)],
  ['packed bytes', 400, INVALID, (w) => call(w, 'POST', '/users', '\u001f\u008b\b\u0000', ['Content-Encoding: gzip'])],
  [
    'a body over the bound',
    413,
    'PAYLOAD_TOO_LARGE',
    (w) => call(w, 'POST', '/users', `{"type":"${'x'.repeat(5_600_000)}"}`),
  ],
  [
    'a body over what the gateway passes',
    413,
    'PAYLOAD_TOO_LARGE',
    (w) => call(w, 'POST', '/users', `{"type":"${'x'.repeat(10_500_000)}"}`),
  ],
  [
    'a body of quotes, which doubles on its way',
    413,
    'PAYLOAD_TOO_LARGE',
    (w) => call(w, 'POST', '/users', `{"type":"${'\\"'.repeat(2_600_000)}"}`),
  ],
];

/** Tricks with Unicode, and bodies of a wrong kind, form or size. */
export const hostileTexts = [...unicode, ...bodies].map(hostile);
