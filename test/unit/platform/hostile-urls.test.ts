import { createServer as createSocketServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  DownloadFailed,
  type DownloadOptions,
  DownloadRefused,
  download,
} from '#shared/platform/network/guarded-request';
import { type FileServer, sampleFiles, startFileServer } from '#test/support/servers/file-server';
import { neverFinal, switchProtocols } from '#test/support/servers/informational';
import { startedForTests } from '#test/support/started-for-tests';

type FileResponse = Parameters<FileServer['responses']['set']>[1];

/** Writes the same bytes repeatedly, as fast as the reader accepts, or with a pause. */
function endless(piece: Uint8Array, everyMs?: number): FileResponse {
  return (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    if (everyMs !== undefined) {
      const drip = setInterval(() => response.write(piece), everyMs);
      response.on('close', () => clearInterval(drip));
      return;
    }
    const flood = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', flood);
    flood();
  };
}

const redirect =
  (status: number, location: string): FileResponse =>
  (response) =>
    response.writeHead(status, { location }).end();

/** Sends response headers without a body. */
const headOnly =
  (headers: Readonly<Record<string, string>> = {}): FileResponse =>
  (response) =>
    response.writeHead(200, headers).flushHeaders();

/** Writes bytes directly to the socket. */
const raw =
  (text: string): FileResponse =>
  (response) =>
    response.socket?.write(`HTTP/1.1 200 OK\r\n${text}`);

const coded =
  (encoding: string, content: Uint8Array | string): FileResponse =>
  (response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(content);

/** Maximum size of the downloads in these tests, in bytes. */
const MAX_BYTES = 100_000;

const tooLarge = new DownloadRefused(`File is larger than ${MAX_BYTES} bytes`);
const encoded = new DownloadRefused('Content is encoded');
/** Error of a download with a timeout of 0.3 s. */
const late = new DownloadFailed('Timed out after 0.3 s');

/** Hostile responses: name, response, and the resulting error. */
const hostileResponses: readonly [string, FileResponse, Error][] = [
  ['a redirect to loopback', redirect(302, 'http://127.0.0.1:9/'), new DownloadFailed('HTTP 302')],
  ['a redirect to itself', redirect(308, '/file'), new DownloadFailed('HTTP 308')],
  ['no file', (response) => response.writeHead(404).end(sampleFiles.jpeg), new DownloadFailed('HTTP 404')],
  ['a failure', (response) => response.writeHead(500).end(sampleFiles.jpeg), new DownloadFailed('HTTP 500')],
  ['nothing', (response) => response.writeHead(200).end(), new DownloadFailed('File is empty')],
  ['no content', (response) => response.writeHead(204).end(), new DownloadFailed('File is empty')],
  ['a length over the cap, before any byte', headOnly({ 'content-length': String(MAX_BYTES + 1) }), tooLarge],
  ['a flood without a length', endless(Buffer.alloc(16_384)), tooLarge],
  [
    'one byte over the cap, without a length',
    (response) => {
      response.writeHead(200);
      response.write(Buffer.alloc(MAX_BYTES));
      response.end('x');
    },
    tooLarge,
  ],
  ['a slow drip', endless(Buffer.from('x'), 20), late],
  ['silence', () => undefined, late],
  ['silence after the head', headOnly(), late],
  ['informational responses only', (response) => response.writeProcessing(), late],
  [
    'a length and chunks',
    raw('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'),
    new DownloadFailed('Response is not valid HTTP'),
  ],
  ['informational responses without end', neverFinal, late],
  ['a change of the protocol', switchProtocols, new DownloadFailed('Response is not valid HTTP')],
  [
    'fewer bytes than announced',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(sampleFiles.jpeg, () => response.destroy());
    },
    new DownloadFailed('Response was cut short'),
  ],
  ['a gzip bomb', coded('gzip', gzipSync(Buffer.alloc(20_000_000))), encoded],
  ['brotli in capitals', coded('BR', 'x'), encoded],
  ['one encoding after another', coded('identity, deflate', 'x'), encoded],
  ['a closed connection', (response) => response.destroy(), new DownloadFailed('Connection closed without a response')],
  [
    'an endless head',
    (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => response.socket?.write('x-more: 1\r\n'), 20);
      response.on('close', () => clearInterval(drip));
    },
    late,
  ],
  [
    'a head of a megabyte',
    raw(`x-more: ${'x'.repeat(1_000_000)}\r\n\r\n`),
    new DownloadFailed('Response has more than 16 KB of headers'),
  ],
];

const files = startedForTests(startFileServer);

async function tryDownload(url: string, options: Partial<DownloadOptions> = {}) {
  const startedMs = performance.now();
  const error = await download(url, { maxBytes: MAX_BYTES, localNetworkAllowed: false, ...options }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { error, tookMs: performance.now() - startedMs };
}

/** Expects that neither the message nor the stack of the error contains the URL. */
function expectNoTrace(error: unknown, url: string): void {
  expect(error).toBeInstanceOf(Error);
  if (!(error instanceof Error)) return;
  const text = `${error.message}\n${error.stack}`;
  for (const part of [url, 'token=secret', 'files.example.com', `:${files().port}/`]) expect(text).not.toContain(part);
}

/** Resolves every hostname to the same addresses. */
function resolveTo(...addresses: string[]): NonNullable<DownloadOptions['resolve']> {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

describe('a URL that a deployed service does not call', () => {
  // address-policy.test.ts covers all address forms. Test F40 in delivery/sender.test.ts covers the check of each connection.
  it.each([
    ['a literal address', '127.0.0.1', {}],
    ['a private address before a public one', 'files.example.com', { resolve: resolveTo('127.0.0.1', '8.8.8.8') }],
  ])('%s', async (_name, host, options) => {
    const url = `https://${host}:${files().port}/file.jpg?token=secret`;
    const before = files().connections();
    const { error } = await tryDownload(url, options);
    expect(error).toEqual(new DownloadRefused('Address is not public'));
    expectNoTrace(error, url);
    expect(files().connections()).toBe(before);
  });

  it('a URL beyond 4,096 characters, also on a laptop', async () => {
    const url = `${files().origin}/`.padEnd(4097, 'a');
    for (const localNetworkAllowed of [true, false]) {
      const { error } = await tryDownload(url, { localNetworkAllowed });
      expect(error).toEqual(new DownloadRefused('URL is longer than 4096 characters'));
    }
    expect(files().requests).not.toContain(url.slice(files().origin.length));
  });

  it('a name that is never resolved', async () => {
    const { error } = await tryDownload('https://files.example.com/', {
      ...{ resolve: () => undefined, deadlineMs: 200 },
    });
    expect(error).toEqual(new DownloadFailed('Timed out after 0.2 s'));
  });
});

describe('a response of a server', () => {
  const local = { localNetworkAllowed: true, deadlineMs: 300 };

  it.each(hostileResponses)('%s', async (name, response, expected) => {
    const path = `/${name.replaceAll(/\W/g, '-')}`;
    files().responses.set(path, response);
    // Only responses that end with a timeout get a short timeout, for a fast test. A timeout must not end any other download.
    const deadlineMs = expected === late ? 300 : 120_000;
    const { error } = await tryDownload(`${files().origin}${path}?token=secret`, {
      ...local,
      deadlineMs,
    });
    expect(error).toEqual(expected);
    expect(error).toBeInstanceOf(expected.constructor);
    expectNoTrace(error, `${files().origin}${path}`);
    expect(files().requests.filter((request) => request.startsWith(`${path}?`))).toHaveLength(1);
  });

  it('is one byte of the cap or all of it', async () => {
    for (const size of [1, MAX_BYTES]) {
      const url = files().serve('/fits', Buffer.alloc(size, 1));
      const content = await download(url, { maxBytes: MAX_BYTES, ...local, deadlineMs: 10_000 });
      expect(Buffer.from(content)).toEqual(Buffer.alloc(size, 1));
    }
  });

  it('is asked for by GET, without encodings, cookies, referrers or proxies', async () => {
    let seen: unknown;
    files().responses.set('/asked', (response, { method, headers, httpVersion }) => {
      seen = [method, httpVersion, Object.keys(headers).toSorted(), headers['accept-encoding']];
      response.end('x');
    });
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    await download(`${files().origin}/asked`, { maxBytes: 10, localNetworkAllowed: true });
    delete process.env.HTTP_PROXY;
    delete process.env.HTTPS_PROXY;
    const names = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    expect(seen).toEqual(['GET', '1.1', names, 'identity']);
  });

  it('is aborted by its caller, before and during the download', async () => {
    files().responses.set('/slow', endless(Buffer.from('x'), 20));
    const stop = new AbortController();
    const running = tryDownload(`${files().origin}/slow`, { ...local, deadlineMs: 10_000, signal: stop.signal });
    while (!files().requests.includes('/slow')) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect((await running).error).toEqual(new DownloadFailed('Ended by the caller'));
    const again = await tryDownload(`${files().origin}/slow`, { ...local, signal: stop.signal });
    expect(again.error).toEqual(new DownloadFailed('Ended by the caller'));
  });

  it('is not HTTP at all, or has no certificate that is trusted', async () => {
    const liar = createSocketServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n');
    });
    const silent = createSecureServer(() => undefined);
    for (const server of [liar, silent]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    const toPort = (server: typeof liar) => {
      const address = server.address();
      return address === null || typeof address === 'string' ? 0 : address.port;
    };
    const plain = await tryDownload(`http://127.0.0.1:${toPort(liar)}/`, { ...local, deadlineMs: 5000 });
    expect(plain.error).toEqual(new DownloadFailed('Response is not valid HTTP'));
    const secure = await tryDownload(`https://127.0.0.1:${toPort(silent)}/`, { ...local, deadlineMs: 5000 });
    expect(secure.error).toEqual(new DownloadFailed('TLS error'));
    for (const server of [liar, silent]) await new Promise((resolve) => server.close(resolve));
    const closed = await tryDownload(`http://127.0.0.1:${toPort(liar) || 9}/`, local);
    expect(closed.error).toBeInstanceOf(DownloadFailed);
  });

  it('has 10 s where nothing else is said', async () => {
    files().responses.set('/real-drip', endless(Buffer.from('x'), 100));
    const { error, tookMs } = await tryDownload(`${files().origin}/real-drip`, { localNetworkAllowed: true });
    expect(error).toEqual(new DownloadFailed('Timed out after 10 s'));
    expect(tookMs).toBeGreaterThan(9900);
  });
});
