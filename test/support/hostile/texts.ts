/** Deceptive Unicode text, and invalid bodies. */
import { call, type Hostile, MARK, refused } from '#test/support/hostile/world';

const INVALID = 'INVALID_USER_INPUT_ERROR';

const HALF = '\\ud800';

/** Deceptive Unicode text, and bodies that are no JSON object, too large, or of an unsupported content type or encoding. */
export const hostileTexts: readonly Hostile[] = [
  ...refused(400, INVALID, {
    'half a character in a name': (w) =>
      call(
        w,
        'POST',
        `/users/${w.own.businessId}/associated-persons`,
        `{"role":"UBO","firstName":"${HALF}","lastName":"${MARK}"}`,
      ),
    'half a character in an id': (w) =>
      call(w, 'POST', '/off-ramp/execute', `{"transactionId":"${HALF}${w.victim.offRampId}"}`),
    'an id with a mark of direction': (w) => call(w, 'GET', `/users/${encodeURIComponent(`\u202e${w.victim.userId}`)}`),
    'a letter whose lower case is ASCII': (w) =>
      call(w, 'POST', '/cross-ramp/quotes', {
        sourceCurrency: 'MXN',
        targetCurrency: 'uſd',
        sourceAmount: 1500,
      }),
    'a currency in Cyrillic': (w) =>
      call(w, 'POST', '/cross-ramp/quotes', {
        sourceCurrency: 'МХN',
        targetCurrency: 'USD',
        sourceAmount: 1500,
      }),
    'Arabic digits in a page size': (w) => call(w, 'GET', `/users?limit=${encodeURIComponent('١٠')}`),
    'a look-alike in an account number': (w) =>
      call(w, 'POST', `/banks/users/${w.own.userId}/accounts`, {
        ...{ country: 'MX', accountIdentifier: '６４６１８０１１０４００００００07' },
      }),
    'a byte order mark before the body': (w) => call(w, 'POST', '/users', `\ufeff{"type":"${MARK}"}`),
    'one letter out of a thousand marks': (w) =>
      call(w, 'POST', `/users/${w.own.userId}/wallets`, {
        vmType: 'EVM',
        walletAddress: `e${'\u0301'.repeat(1200)}`,
      }),
    'JSON cut off': (w) => call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}`),
    'null in place of an object': (w) => call(w, 'POST', '/users', 'null'),
    'a text in place of an object': (w) => call(w, 'POST', '/users', `"${MARK}"`),
    'JSON with something after it': (w) =>
      call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}@example.com"}{}`),
    'JSON with a comment': (w) => call(w, 'POST', '/users', `{/*${MARK}*/"type":"INDIVIDUAL"}`),
  }),
  ...refused(404, 'TRANSACTION_NOT_FOUND', {
    'full-width digits in an id': (w) =>
      call(w, 'GET', `/transactions/${encodeURIComponent(w.victim.transactionId.replaceAll('0', '０'))}`),
  }),
  ...refused(404, 'RECEIVER_NOT_FOUND', {
    'an id with a joiner of no width': (w) => call(w, 'GET', `/receivers/${w.victim.receiverId}%E2%80%8B`),
  }),
  ...refused(400, 'BAD_REQUEST', {
    'a NUL in an address': (w) =>
      call(w, 'POST', '/users', `{"type":"INDIVIDUAL","email":"${MARK}@example.com\\u0000.evil"}`),
  }),
  ...refused(415, 'UNSUPPORTED_MEDIA_TYPE', {
    'packed bytes': (w) => call(w, 'POST', '/users', '\u001f\u008b\b\u0000', ['Content-Encoding: gzip']),
    'a form': (w) =>
      call(w, 'POST', '/users', undefined, [
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 15',
        '',
        'type=INDIVIDUAL',
      ]),
    'XML with an entity': (w) => {
      const xml = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;${MARK}</x>`;
      return call(w, 'POST', '/users', undefined, [
        'Content-Type: application/xml',
        `Content-Length: ${xml.length}`,
        '',
        xml,
      ]);
    },
  }),
  ...refused(413, 'PAYLOAD_TOO_LARGE', {
    'a body over the bound': (w) => call(w, 'POST', '/users', `{"type":"${'x'.repeat(5_600_000)}"}`),
    'a body over what the gateway passes': (w) => call(w, 'POST', '/users', `{"type":"${'x'.repeat(10_500_000)}"}`),
    'a body of quotes, which doubles on its way': (w) =>
      call(w, 'POST', '/users', `{"type":"${'\\"'.repeat(2_600_000)}"}`),
  }),
];
