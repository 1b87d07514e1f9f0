/**
 * Hostile responses of a partner's webhook endpoint, each with the text that the service stores. After each response, the service
 * must store the attempt and schedule the next one.
 */
import { gzipSync } from 'node:zlib';

export interface HostileEndpointResponse {
  readonly name: string;
  readonly body: string | Buffer;
  /** JSON text that partners see as `latestErrorPayload`. @default a general error with the HTTP status */
  readonly payload?: string;
  /** Text that the service stores. @default the whole body */
  readonly text?: string;
}

const NESTED = 65_536;
const nested = `{"a":${'['.repeat(NESTED / 2)}${']'.repeat(NESTED / 2)}}`;
const nestedShort = `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`;
const huge = JSON.stringify({ a: 'x'.repeat(60_000) });
const emoji = '😀'.repeat(2000);

function object(name: string, body: string, payload = body): HostileEndpointResponse {
  return { name, body, payload };
}

export const hostileEndpointResponses: readonly HostileEndpointResponse[] = [
  object('an error of the usual form', '{"success":false,"error":{"message":"no","id":"e1"}}'),
  object('a member called constructor', '{"constructor":1}'),
  object('a member called __proto__', '{"__proto__":{"x":1}}'),
  object('a member called toString', '{"toString":{"valueOf":null}}'),
  object('members named like type descriptors', '{"S":"x","N":1,"M":{},"NULL":true}'),
  object('half a character', '{"a":"\\ud800"}'),
  object('half a character as a name', '{"\\udc00":1}'),
  object('NUL in a value and a name', '{"\\u0000":"\\u0000"}'),
  object('an empty name', '{"":{"":""}}'),
  object('an empty object', '{}'),
  object('the same member twice', '{"a":1,"a":2}', '{"a":2}'),
  object('a number beyond IEEE 754', '{"a":1e400,"b":-1e400}', '{"a":null,"b":null}'),
  object('a number that IEEE 754 makes zero', '{"a":1e-400}', '{"a":0}'),
  object('the smallest number of IEEE 754', '{"a":5e-324}'),
  object('a number above what a table takes', '{"a":1e126}', '{"a":1e+126}'),
  object('a number below what a table takes', '{"a":1e-131}'),
  object('thirty digits', '{"a":123456789012345678901234567890}', '{"a":1.2345678901234568e+29}'),
  object('nested deeper than a table takes', nestedShort),
  { name: 'nested by 64 KB', body: nested, text: nested.slice(0, 4096) },
  { name: 'an array', body: '[{"success":false}]' },
  { name: 'an empty array', body: '[]' },
  { name: 'a string', body: '"no"' },
  { name: 'a number', body: '1e400' },
  { name: 'null', body: 'null' },
  { name: 'broken JSON', body: '{"a":' },
  { name: 'a page', body: '<html><script>alert(1)</script></html>' },
  { name: 'a sequence for terminals', body: '\u001b]0;owned\u0007\u001b[2J it is only text here' },
  object('exactly 4 KB', JSON.stringify({ a: 'x'.repeat(4088) })),
  {
    name: 'one byte more',
    body: JSON.stringify({ a: 'x'.repeat(4089) }),
    text: `{"a":"${'x'.repeat(4089)}"`,
  },
  { name: 'a huge string', body: huge, text: huge.slice(0, 4096) },
  {
    name: 'characters of four bytes, cut between two',
    body: `a${emoji}`,
    text: `a${emoji.slice(0, 2 * 1023)}`,
  },
  {
    name: 'a letter that is no UTF-8',
    body: Buffer.from('El pago está detenido', 'latin1'),
    text: 'El pago est\ufffd detenido',
  },
  { name: 'invalid UTF-8 alone', body: Buffer.alloc(300, 0xff), text: '(binary data, 300 bytes)' },
  { name: 'NUL bytes', body: Buffer.alloc(100), text: '(binary data, 100 bytes)' },
  {
    name: 'a compressed body',
    body: gzipSync(Buffer.from(huge)),
    text: `(binary data, ${gzipSync(Buffer.from(huge)).length} bytes)`,
  },
  {
    name: 'binary data of 60 KB',
    body: Buffer.alloc(60_000, 0x01),
    text: '(binary data, more than 4096 bytes)',
  },
];
