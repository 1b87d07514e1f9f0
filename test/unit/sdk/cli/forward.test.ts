import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forward, readForwardUrl } from '#sdk/cli/listen/forward';

const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`;
const webhook = { id: 'n-1', body: '{"event":"TEST_EVENT"}' };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts an application with a fixed reaction to each request. @returns its address and the requests */
async function application(react: (socket: Socket) => void, port = 0) {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      seen.push(bytes.toString());
      react(socket);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  stops.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`, seen, server };
}

const send = (url: string, unreachable: string[] = [], signal = new AbortController().signal) =>
  forward(webhook, { url, secret: SECRET, signal, onUnreachable: (code) => void unreachable.push(code) });

const endless = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
};

const reply = (text: string) => (socket: Socket) => void socket.end(`HTTP/1.1 ${text}`);
const upgrade = '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';

it.each<[string, (socket: Socket) => void, number | null, RegExp | null]>([
  ['closes the connection', (socket) => socket.end(), null, /^the connection closed before a response \(/],
  ['resets the connection', (socket) => socket.resetAndDestroy(), null, /^the connection closed before a response \(/],
  ['sends garbage', (socket) => socket.end('garbage\r\n\r\n'), null, /^not an HTTP response \(HPE_/],
  ['speaks TLS', (socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 40])), null, /^not an HTTP response \(HPE_/],
  ['sends half a head', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-'), null, /\(/],
  ['sends half a body', reply('200 OK\r\ncontent-length: 9\r\n\r\nhalf'), 200, /^incomplete response \(/],
  ['sends 64 KB of headers', (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(65_536)}`), null, /\(/],
  ['sends a body without an end', endless, 200, null],
  ['redirects', reply('302 Found\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n'), 302, null],
  ['fails', reply('500 No\r\ncontent-length: 2\r\n\r\nno'), 500, null],
  [
    'sends informational responses first',
    (socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 199 Odd\r\n\r\n');
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    },
    200,
    null,
  ],
  ['changes the protocol', reply(upgrade), null, /101 Switching Protocols/],
  ['has no body', reply('204 No Content\r\n\r\n'), 204, null],
])('sends a webhook once to an application that %s', async (_, react, status, error) => {
  const { url, seen } = await application(react);
  const unreachable: string[] = [];
  const outcome = await send(url, unreachable);
  expect(outcome.status).toBe(status);
  if (error === null) expect(outcome.error).toBeNull();
  else expect(outcome.error).toMatch(error);
  expect([seen.length, unreachable]).toEqual([1, []]);
  expect(seen[0]).toMatch(/^POST \/ HTTP[\s\S]+webhook-id: n-1/i);
});

it('opens a connection for each webhook, so that none meets one that is about to close', async () => {
  const { url, seen } = await application((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  for (let count = 0; count < 3; count += 1) expect(await send(url)).toMatchObject({ status: 204, error: null });
  expect(seen).toHaveLength(3);
});

it('waits for an application that does not listen yet, and says so once', async () => {
  const first = await application((socket) => socket.end());
  const port = Number(new URL(first.url).port);
  first.server.close();
  await once(first.server, 'close');
  const unreachable: string[] = [];
  const sent = send(first.url, unreachable);
  await expect.poll(() => unreachable).toEqual(['ECONNREFUSED']);
  const { seen } = await application((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), port);
  expect(await sent).toMatchObject({ status: 200, error: null });
  expect([seen.length, unreachable]).toEqual([1, ['ECONNREFUSED']]);
});

it('ends with its signal, while it waits and while it sends', async () => {
  const { url } = await application(() => undefined);
  for (const address of [url, 'http://127.0.0.1:1/']) {
    const controller = new AbortController();
    const sent = send(address, [], controller.signal);
    controller.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  }
});

it.each([
  ['4000', 'http://127.0.0.1:4000/'],
  ['4000/hooks', 'http://127.0.0.1:4000/hooks'],
  ['localhost:4000/hooks', 'http://localhost:4000/hooks'],
  ['https://a.example/x?y', 'https://a.example/x?y'],
])('reads the address %s', (text, url) => {
  expect(readForwardUrl(text)).toBe(url);
});

it.each(['ftp://x', 'http://', 'http://me:secret@localhost:4000'])('refuses the address %s', (text) => {
  expect(() => readForwardUrl(text)).toThrow(/^--forward-to /);
  expect(() => readForwardUrl(text)).not.toThrow('secret');
});
