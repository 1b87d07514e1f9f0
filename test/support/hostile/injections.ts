/** Injections: values that contain key separators, expressions, log lines or names of inherited members. */
import { call, type Hostile, MARK, order, refused } from '#test/support/hostile/world';

const INVALID = 'INVALID_USER_INPUT_ERROR';

/** Injections into keys, expressions and logs, and names of inherited object members as values. */
export const hostileInjections: readonly Hostile[] = [
  ...refused(404, 'TRANSACTION_NOT_FOUND', {
    'a key separator in an id': (w) => call(w, 'GET', `/transactions/${w.victim.transactionId}%23META`),
    'the name of a partition as an id': (w) => call(w, 'GET', `/transactions/TX%23${w.victim.transactionId}`),
    'a placeholder as an id': (w) => call(w, 'PUT', `/transactions/:${MARK}/cancel`, {}),
  }),
  ...refused(404, 'RECEIVER_NOT_FOUND', {
    'the key of another kind as an id': (w) => call(w, 'GET', `/receivers/USER%23${w.victim.userId}`),
  }),
  ...refused(404, 'NOT_FOUND', {
    'an expression as an id': (w) => call(w, 'GET', `/webhook-notifications/${MARK}%20OR%20attribute_exists(PK)`),
  }),
  ...refused(400, INVALID, {
    'a function in a user id': (w) => call(w, 'GET', `/users/begins_with(PK,${MARK})`),
    'SQL in a user id': (w) => call(w, 'GET', `/users/'%20OR%201=1;--${MARK}`),
    'operators instead of a user id': (w) => call(w, 'POST', '/cross-ramp', order(w, { userId: { $ne: MARK } })),
    'a stored value instead of an id': (w) =>
      call(w, 'POST', '/off-ramp/execute', { transactionId: { S: w.victim.offRampId } }),
    'a list of ids': (w) =>
      call(w, 'POST', '/off-ramp/execute', { transactionId: [w.victim.offRampId, w.own.offRampId] }),
    'a template in a currency': (w) =>
      call(w, 'POST', '/cross-ramp/quotes', { sourceCurrency: `\${${MARK}}`, targetCurrency: 'USD' }),
    'the name of an inherited member as a currency': (w) =>
      call(w, 'POST', '/cross-ramp/quotes', {
        ...{ sourceCurrency: 'constructor', targetCurrency: '__proto__', sourceAmount: 1500 },
      }),
    'the name of an inherited member as a country': (w) => call(w, 'GET', '/banks/requirements?country=__proto__'),
    'the name of an inherited member as a status': (w) => call(w, 'GET', '/transactions?status=toString'),
    'the name of an inherited member as an event': (w) =>
      call(w, 'POST', `/sandbox/transactions/${w.own.transactionId}/simulate`, { event: 'hasOwnProperty' }),
    'a cursor made up': (w) =>
      call(w, 'GET', `/transactions?cursor=${Buffer.from(`{"PK":"${MARK}"}`).toString('base64url')}`),
    'a cursor into the key of a user': (w) =>
      call(w, 'GET', `/changes?cursor=${Buffer.from(`USER#${w.victim.userId}`).toString('base64url')}`),
    'a sort by an attribute': (w) => call(w, 'GET', '/users?sortBy=PK'),
    'a range in a date': (w) => call(w, 'GET', `/transactions?createdFrom=2026-01-01T00:00:00Z%20OR%20${MARK}`),
    'a script as a webhook address': (w) => call(w, 'PUT', '/webhook-settings', { url: `javascript:alert("${MARK}")` }),
    'a file as a webhook address': (w) => call(w, 'PUT', '/webhook-settings', { url: `file:///etc/passwd?${MARK}` }),
    'a prototype for a user': (w) =>
      call(w, 'POST', '/users', `{"__proto__":{"type":"INDIVIDUAL","email":"${MARK}@example.com"}}`),
    'a prototype for bank details': (w) =>
      call(
        w,
        'POST',
        `/banks/users/${w.own.userId}/accounts`,
        `{"country":"US","__proto__":{"accountIdentifier":"123456789012","bankName":"${MARK}"}}`,
      ),
    'a prototype by way of the constructor': (w) =>
      call(
        w,
        'POST',
        '/receivers',
        `{"constructor":{"prototype":{"userId":"${w.own.userId}","receiverType":"BUSINESS"}}}`,
      ),
    'a prototype in the query': (w) =>
      call(w, 'GET', '/kyc/details?__proto__[userId]=1&constructor.prototype.userId=2'),
    'an array for the body': (w) => call(w, 'POST', '/users', [{ type: 'INDIVIDUAL' }]),
    'text for the body': (w) => call(w, 'POST', '/users', `"${MARK}"`),
    'a body that inherits its length': (w) =>
      call(w, 'POST', `/users/${w.own.userId}/wallets`, {
        vmType: 'EVM',
        walletAddress: { length: 9, 0: MARK },
      }),
  }),
  ...refused(400, 'BAD_REQUEST', {
    'a line for the log in an address': (w) =>
      call(w, 'POST', '/users', { type: 'INDIVIDUAL', email: `x\n{"level":"error","message":"${MARK}"}` }),
    'a header in an address': (w) =>
      call(w, 'POST', '/users', { type: 'INDIVIDUAL', email: `${MARK}@example.com\r\nBcc: a@example.com` }),
  }),
  ...refused(400, 'REQUIRED_USER_ID_ERROR', {
    'a prototype for a user id': (w) =>
      call(w, 'POST', '/cross-ramp', `{"__proto__":{"userId":"${w.victim.userId}"},"sourceAmount":1500}`),
    'null for the body': (w) => call(w, 'POST', '/on-ramp', 'null'),
  }),
  ...refused(401, 'UNAUTHORIZED', {
    'the same member twice, the second one foreign': (w) =>
      call(
        w,
        'POST',
        '/receivers',
        `{"userId":"${w.own.userId}","userId":"${w.victim.userId}","receiverType":"BUSINESS","businessName":"${MARK}"}`,
      ),
  }),
];
