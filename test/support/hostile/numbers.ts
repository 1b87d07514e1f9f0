/** Numbers out of range, and JSON that is too deep or has too many values. */
import { call, type Hostile, MARK, order, refused, type World } from '#test/support/hostile/world';

const INVALID = 'INVALID_USER_INPUT_ERROR';

/** Builds a cross-ramp request whose amount is exactly this text. */
const amount = (world: World, text: string) =>
  call(world, 'POST', '/cross-ramp', JSON.stringify(order(world, { sourceAmount: 0 })).replace(':0,', `:${text},`));

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

const amounts = {
  'an amount beyond every double': '1e999',
  'an amount of 309 digits': '9'.repeat(309),
  'an amount below every double': '1e-400',
  'a negative amount': '-1500',
  'minus nothing': '-0',
  'an amount just below the largest double': '1.7976931348623157e308',
  'not a number': 'NaN',
  infinity: 'Infinity',
  'a hexadecimal amount': '0x5dc',
  'an amount with a leading zero': '01500',
  'an amount as text': '"1500"',
  'an amount as a list': '[1500]',
  'an amount that is true': 'true',
};

/** Numbers out of range, and JSON that is too deep or has too many values. */
export const hostileNumbers: readonly Hostile[] = [
  ...Object.entries(amounts).flatMap(([name, text]) => refused(400, INVALID, { [name]: (w) => amount(w, text) })),
  ...refused(400, 'INVALID_FIAT_AMOUNT_ERROR', {
    'an amount with an exponent': (w) => amount(w, '1e21'),
  }),
  ...refused(400, INVALID, {
    'a page of all': (w) => call(w, 'GET', '/users?limit=999999999999999'),
    'a page of less than nothing': (w) => call(w, 'GET', '/users?limit=-1'),
    'a skip with an exponent': (w) => call(w, 'GET', '/transactions?skip=1e9'),
    'more forwarding days than a calendar has': (w) =>
      call(w, 'POST', '/on-ramp', { userId: w.own.userId, forwardingDays: 1e15 }),
    'a spread beyond bounds': (w) =>
      call(
        w,
        'POST',
        '/cross-ramp/quotes',
        '{"sourceCurrency":"MXN","targetCurrency":"USD","sourceAmount":1500,"premiumSpread":1e300}',
      ),
    'a share of more than everything': (w) =>
      call(w, 'POST', `/users/${w.own.businessId}/associated-persons`, {
        ...{ role: 'UBO', firstName: MARK, lastName: MARK, ownershipPercent: 1e300 },
      }),
    'a date after the end of time': (w) => call(w, 'GET', '/transactions?createdFrom=%2B275761-01-01T00:00:00Z'),
    'lists in lists, 30,000 deep': (w) => call(w, 'POST', '/users', nested('[', ']', 30_000)),
    'objects in objects, 200,000 deep': (w) =>
      call(w, 'POST', '/cross-ramp', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
    'a deep value where text belongs': (w) =>
      call(
        w,
        'POST',
        '/receivers',
        `{"userId":"${w.own.userId}","receiverType":"BUSINESS","businessName":${nested('[', ']', 30_000)}}`,
      ),
    'a deep value beside an idempotency key': (w) =>
      call(
        w,
        'POST',
        '/cross-ramp',
        JSON.stringify(order(w, { userId: w.victim.userId })).replace('{', `{"zz":${nested('[', ']', 200_000)},`),
        ['Idempotency-Key: deep-deep-deep-deep'],
      ),
    'five thousand members': (w) =>
      call(w, 'POST', '/users', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}`, at]))),
    'documents without end': (w) =>
      call(w, 'POST', `/users/${w.own.businessId}/kyc`, {
        country: 'MX',
        documents: Array.from({ length: 800 }, () => ({
          type: 'PASSPORT',
          fileUrl: `https://example.com/${MARK}`,
        })),
      }),
  }),
  ...refused(413, 'PAYLOAD_TOO_LARGE', {
    'a hundred thousand members': (w) =>
      call(w, 'POST', '/users', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]))),
  }),
];
