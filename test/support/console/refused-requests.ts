/** Requests that a local console must refuse, and the valid request. */
import { expect, it } from 'vitest';
import type { RunningLoopback } from '#sdk/cli/console/loopback';
import { exchange } from '#test/support/raw-http';

/** Headers by name; `undefined` omits a header. */
type SentHeaders = Readonly<Record<string, string | undefined>>;

const portOf = ({ origin }: RunningLoopback) => new URL(origin).port;

/** Returns the headers that the console page sends. */
export function rightHeaders(running: RunningLoopback): SentHeaders {
  return {
    Host: `127.0.0.1:${portOf(running)}`,
    Origin: running.origin,
    'Content-Type': 'application/json',
    'Console-Token': running.token,
  };
}

/** Sends a request line with headers and a body. @returns status, head and body of the response */
export async function sendLine(running: RunningLoopback, line: string, headers: SentHeaders, body = '{"options":{}}') {
  const given = Object.entries({ ...headers, Connection: 'close', 'Content-Length': String(body.length) });
  const lines = given.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const bytes = Buffer.from(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  const [response] = await exchange(Number(portOf(running)), bytes);
  return { status: response?.status, text: response?.text ?? '', head: response?.head ?? '' };
}

const CHANGES: readonly (readonly [string, (running: RunningLoopback) => SentHeaders])[] = [
  ['of a foreign name that leads to this machine', (to) => ({ Host: `rebound.example:${portOf(to)}` })],
  ['of a foreign name, with its own origin', () => ({ Host: 'a.example', Origin: 'http://a.example' })],
  ['of another port', () => ({ Host: '127.0.0.1:1' })],
  ['without a name', () => ({ Host: '' })],
  ['of another origin', () => ({ Origin: 'https://a.example' })],
  ['of another port as origin', () => ({ Origin: 'http://127.0.0.1:1' })],
  ['of no origin', () => ({ Origin: 'null' })],
  ['without an origin', () => ({ Origin: undefined })],
  ['that another site leads here', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
  ['of another service of this machine', () => ({ 'Sec-Fetch-Site': 'same-site' })],
  ['without the token', () => ({ 'Console-Token': undefined })],
  ['with a token of the same length', ({ token }) => ({ 'Console-Token': 'a'.repeat(token.length) })],
  ['with the beginning of the token', ({ token }) => ({ 'Console-Token': token.slice(0, -1) })],
  ['with the token as a cookie', ({ token }) => ({ 'Console-Token': undefined, Cookie: `console-token=${token}` })],
];

/**
 * Defines tests of a request that only the console page may send.
 * @param line request line
 * @param secret text that no refusal contains
 */
export function itGuards(running: () => RunningLoopback, line: string, secret: () => string): void {
  it('is accepted from its own page', async () => {
    const right = rightHeaders(running());
    expect(await sendLine(running(), line, right)).toMatchObject({ status: 200 });
    const port = portOf(running());
    const named = { ...right, Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    expect(await sendLine(running(), line, named)).toMatchObject({ status: 200 });
  });

  it.each(CHANGES)('%s is refused', async (_, change) => {
    const response = await sendLine(running(), line, { ...rightHeaders(running()), ...change(running()) });
    expect(response).toMatchObject({ status: 403, text: expect.not.stringContaining(secret()) });
    expect(response.head.toLowerCase()).not.toContain('access-control');
  });

  it.each(['/', '/console.js', '/nothing'])('GET %s is refused of a foreign name or origin', async (path) => {
    const port = portOf(running());
    const rebound = { Host: `rebound.example:${port}` };
    expect(await sendLine(running(), `GET ${path}`, rebound)).toMatchObject({ status: 403 });
    const foreign = { Host: `127.0.0.1:${port}`, Origin: 'https://a.example' };
    expect(await sendLine(running(), `GET ${path}`, foreign)).toMatchObject({ status: 403 });
  });
}
