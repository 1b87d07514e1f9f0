/** Requests that two parsers can read differently: request smuggling and path tricks. */
import { BASE_PATH } from '#shared/contract/endpoints';
import { call, type Hostile, MARK, refused, type World } from '#test/support/hostile/world';
import { request, wire } from '#test/support/raw-http';

const ROOT = BASE_PATH;
const BROKEN = 'INVALID_USER_INPUT_ERROR';

/** Builds the smuggled request, which would create a user. */
const hidden = ({ own }: World) => {
  const body = `{"type":"INDIVIDUAL","email":"${MARK}@example.com"}`;
  return [
    `POST ${ROOT}/users HTTP/1.1`,
    'Host: 127.0.0.1',
    `partner-api-key: ${own.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
};

/** Builds a harmless request with additional header lines. After its headers come the text `after` and the smuggled request. */
const smuggle = (world: World, lines: readonly string[], after: string) =>
  wire(
    `POST ${ROOT}/webhook-settings/test HTTP/1.1`,
    'Host: 127.0.0.1',
    `partner-api-key: ${MARK}`,
    'Content-Type: application/json',
    ...lines,
    '',
    `${after}${hidden(world)}`,
  );

const smuggling: readonly (readonly [string, readonly string[], string])[] = [
  ['two lengths', ['Content-Length: 0', 'Content-Length: 5'], ''],
  ['two lengths in one line', ['Content-Length: 0, 5'], ''],
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 0'], '0\r\n\r\n'],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
  ['chunks under another name', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['two codings', ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 3'], '0\r\n\r\n'],
  ['a space before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 0'], '0\r\n\r\n'],
  ['a length with a sign', ['Content-Length: +0'], ''],
  ['a negative length', ['Content-Length: -1'], ''],
  ['a hexadecimal length', ['Content-Length: 0x0'], ''],
  ['a length beyond 64 bits', ['Content-Length: 18446744073709551616'], ''],
  ['a chunk size with a sign', ['Transfer-Encoding: chunked'], '+0\r\n\r\n'],
  ['a chunk size of no digits', ['Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
  ['a chunk size beyond 64 bits', ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\n\r\n'],
  ['a chunk longer than it says', ['Transfer-Encoding: chunked'], '1\r\nabc\r\n0\r\n\r\n'],
  ['a header folded over two lines', ['X-Fold: one', ' Transfer-Encoding: chunked', 'Content-Length: 0'], ''],
  ['a NUL in a header', ['X-Nul: a\0b', 'Content-Length: 0'], ''],
  ['a bare carriage return in a header', ['X-Return: a\rContent-Length: 9', 'Content-Length: 0'], ''],
  ['a header without a name', [': chunked', 'Content-Length: 0'], ''],
  ['a header without a colon', ['Transfer-Encoding', 'Content-Length: 0'], ''],
];

const heads: readonly Hostile[] = [
  ...refused(400, BROKEN, {
    'headers of 100 KB': (w) => call(w, 'GET', '/users', undefined, [`X-Long: ${'x'.repeat(100_000)}`]),
    'a version that there is not': () => wire(`GET ${ROOT}/users HTTP/9.9`, 'Host: x', '', ''),
    'a method that there is not': () => wire(`${MARK} ${ROOT}/users HTTP/1.1`, 'Host: x', '', ''),
    'no HTTP at all': () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]),
    'a blank in the target': () => wire(`GET ${ROOT}/users ${MARK} HTTP/1.1`, 'Host: x', '', ''),
    'no host': ({ own }) =>
      wire(`GET ${ROOT}/users HTTP/1.1`, `partner-api-key: ${own.apiKey}`, 'Connection: close', '', ''),
  }),
  ...refused(404, 'NOT_FOUND', {
    'another method in a header': (w) =>
      call(w, 'GET', '/off-ramp/execute/x', undefined, ['X-HTTP-Method-Override: POST']),
  }),
  ...refused(401, 'UNAUTHORIZED', {
    'another path in a header': (w) =>
      request('GET', `${ROOT}/users`, {
        headers: ['X-Original-URL: /docs', 'X-Rewrite-URL: /openapi.json', `X-Forwarded-Host: ${MARK}`],
        key: `${w.victim.apiKey}x`,
      }),
  }),
];

/** Path tricks to reach other routes, another partner's transaction, files of the server, or a page without a valid link. */
const paths: readonly (readonly [string, number, string | undefined, string])[] = [
  ['dots', 404, 'NOT_FOUND', `${ROOT}/../v2/users`],
  ['encoded dots', 404, 'NOT_FOUND', `${ROOT}/%2e%2e/v2/users`],
  ['dots encoded twice', 404, 'NOT_FOUND', `${ROOT}/%252e%252e/v2/users`],
  ['dots out of an id', 404, 'TRANSACTION_NOT_FOUND', `${ROOT}/transactions/..%2F..%2Fusers`],
  ['backslashes', 404, 'NOT_FOUND', `${ROOT}\\users`],
  ['two slashes', 404, 'NOT_FOUND', `${ROOT}//users`],
  ['a slash in front', 404, 'NOT_FOUND', `/${ROOT}/users`],
  ['an encoded slash', 404, 'NOT_FOUND', `${ROOT}%2Fusers`],
  ['an encoded slash in an id', 404, 'TRANSACTION_NOT_FOUND', `${ROOT}/transactions/$TX%2Fevents`],
  ['a parameter after a segment', 404, 'NOT_FOUND', `${ROOT}/users;${MARK}=1`],
  ['a parameter after an id', 404, 'TRANSACTION_NOT_FOUND', `${ROOT}/transactions/$TX;a=1`],
  ['another letter case', 404, 'NOT_FOUND', ROOT.toUpperCase()],
  ['an encoded NUL', 404, 'TRANSACTION_NOT_FOUND', `${ROOT}/transactions/$TX%00`],
  ['an encoded NUL in a route', 404, 'NOT_FOUND', `${ROOT}/users%00`],
  ['an encoded line break', 404, 'TRANSACTION_NOT_FOUND', `${ROOT}/transactions/$TX%0d%0aX-${MARK}:1`],
  ['overlong UTF-8', 400, BROKEN, `${ROOT}/transactions/%c0%ae%c0%ae`],
  ['a surrogate in UTF-8', 400, BROKEN, `${ROOT}/transactions/%ed%a0%80`],
  ['half an escape', 400, BROKEN, `${ROOT}/transactions/%2`],
  ['an invalid escape in the query', 400, BROKEN, `${ROOT}/users?email=%zz`],
  ['a target in absolute form to another host', 404, 'NOT_FOUND', `http://${MARK}.example/latest/meta-data`],
  ['a target that is a name and a password', 404, 'NOT_FOUND', `http://a:b@${MARK}.example/latest`],
  ['a target of another scheme', 404, 'NOT_FOUND', `ftp://${MARK}.example${ROOT}/users`],
  ['the target of a proxy', 404, 'NOT_FOUND', '*'],
  ['a file of the machine', 404, 'NOT_FOUND', '/..%2f..%2f..%2fetc%2fpasswd'],
  ['a file out of the docs', 404, 'NOT_FOUND', '/docs/..%2f..%2fhandler.js'],
  ['a name inherited by the docs', 404, 'NOT_FOUND', '/docs/__proto__'],
  ['a page by half a link', 404, undefined, '/sign/$TOKEN0'],
  ['a page by a link with a path after it', 404, undefined, '/sign/$TOKEN%2Fuploads'],
  ['a page by the digest that is kept', 404, undefined, `/sign/${'a'.repeat(64)}`],
];

/** Builds a user creation with an incomplete body. */
const unfinished = ({ own }: World, ...lines: readonly string[]) =>
  request('POST', `${ROOT}/users`, {
    key: own.apiKey,
    headers: ['Content-Type: application/json', ...lines, `{"email":"${MARK}`],
  });

const truncated = refused(400, BROKEN, {
  'a body that ends early': (w) => unfinished(w, 'Content-Length: 100', ''),
  'chunks that end early': (w) => unfinished(w, 'Transfer-Encoding: chunked', '', '40'),
  'a head that ends early': () => wire(`GET ${ROOT}/users HTTP/1.1`, 'Host: 127.0.'),
}).map((row) => ({ ...row, cut: true }));

/** All requests of this file. */
export const hostileWire: readonly Hostile[] = [
  ...smuggling.map(([name, lines, after]) => ({
    ...{ name, status: 400, code: BROKEN },
    bytes: (world: World) => smuggle(world, lines, after),
  })),
  ...heads,
  ...paths.map(([name, status, code, path]) => ({
    ...{ name: `in the path: ${name}`, status, code },
    bytes: ({ own, victim, linkToken }: World) =>
      request('GET', path.replace('$TX', victim.transactionId).replace('$TOKEN', linkToken), {
        key: own.apiKey,
      }),
  })),
  ...truncated,
];
