import { createServer as createSocketServer } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { DownloadFailed, type DownloadOptions, DownloadRefused, download } from '#shared/platform/network/download';
import { endless, hostileAnswers, late, MAX_BYTES } from '#test/support/hostile/download-answers';
import { hostileUrls, resolveTo } from '#test/support/hostile/urls';
import { startFileServer } from '#test/support/servers/file-server';
import { startedForTests } from '#test/support/started-for-tests';

const files = startedForTests(startFileServer);

interface Outcome {
  readonly error: unknown;
  readonly tookMs: number;
}

async function tryDownload(url: string, options: Partial<DownloadOptions> = {}): Promise<Outcome> {
  const startedMs = performance.now();
  const error = await download(url, { maxBytes: MAX_BYTES, localNetworkAllowed: false, ...options }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { error, tookMs: performance.now() - startedMs };
}

/** Checks that neither the message nor the stack of the error contains the URL. */
function expectNoTrace(error: unknown, url: string): void {
  expect(error).toBeInstanceOf(Error);
  if (!(error instanceof Error)) return;
  const text = `${error.message}\n${error.stack}`;
  for (const part of [url, 'token=secret', 'files.example.com', `:${files().port}/`]) expect(text).not.toContain(part);
}

// The server's port is not known before it listens; the cases are the same for any.
const names = hostileUrls(1024).map(({ name }, position) => [name, position] as const);

describe('a URL that a deployed service does not call', () => {
  it('is a long list', () => expect(names.length).toBeGreaterThanOrEqual(80));

  it.each(names)('%s', async (_name, position) => {
    const hostile = hostileUrls(files().port)[position];
    if (hostile === undefined) throw new Error('No such case');
    const { url, reason, resolve } = hostile;
    const before = files().connections();
    const { error } = await tryDownload(url, { ...(resolve === undefined ? {} : { resolve }) });
    expect(error).toBeInstanceOf(DownloadRefused);
    expect(error).toHaveProperty('message', reason);
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

  it('a name that was public when it was checked, and is private when the connection is made', async () => {
    const answers = [resolveTo('8.8.8.8'), resolveTo('127.0.0.1')];
    let calls = 0;
    const resolve: NonNullable<DownloadOptions['resolve']> = (name, options, callback) => {
      const answer = answers[Math.min(calls, answers.length - 1)];
      calls += 1;
      answer?.(name, options, callback);
    };
    const seen = await new Promise((done) =>
      resolve('files.example.com', { all: true }, (_, addresses) => done(addresses)),
    );
    expect(seen).toEqual([{ address: '8.8.8.8', family: 4 }]);
    const before = files().connections();
    const { error } = await tryDownload(`https://files.example.com:${files().port}/`, { resolve });
    expect(error).toEqual(new DownloadRefused('Address is not public'));
    expect(calls).toBe(2);
    expect(files().connections()).toBe(before);
  });

  it('a name that is never resolved', async () => {
    const { error } = await tryDownload('https://files.example.com/', {
      resolve: () => undefined,
      deadlineMs: 200,
    });
    expect(error).toEqual(new DownloadFailed('Timed out after 0.2 s'));
  });

  it('an unknown name', async () => {
    const { error } = await tryDownload('https://files.example.com/', {
      resolve: (_name, _options, callback) =>
        callback(Object.assign(new Error('files.example.com'), { code: 'ENOTFOUND' }), []),
    });
    expect(error).toEqual(new DownloadFailed('Host name not found'));
    expectNoTrace(error, 'https://files.example.com/');
  });
});

describe('an answer of a server', () => {
  const local = { localNetworkAllowed: true, deadlineMs: 300 };

  it.each(hostileAnswers)('%s', async (name, answer, expected) => {
    const path = `/${name.replaceAll(/\W/g, '-')}`;
    files().answers.set(path, answer);
    // Cases that must end before the deadline get a long one; the others a short one, to keep this fast.
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
    files().answers.set('/asked', (response, { method, headers, httpVersion }) => {
      seen = {
        method,
        httpVersion,
        headers: Object.keys(headers).toSorted(),
        encoding: headers['accept-encoding'],
      };
      response.end('x');
    });
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    await download(`${files().origin}/asked`, { maxBytes: 10, localNetworkAllowed: true });
    delete process.env.HTTP_PROXY;
    delete process.env.HTTPS_PROXY;
    expect(seen).toEqual({
      method: 'GET',
      httpVersion: '1.1',
      headers: ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
      encoding: 'identity',
    });
  });

  it('is aborted by its caller, before and during the download', async () => {
    files().answers.set('/slow', endless(Buffer.from('x'), 20));
    const stop = new AbortController();
    const running = tryDownload(`${files().origin}/slow`, {
      ...local,
      deadlineMs: 10_000,
      signal: stop.signal,
    });
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
    expect(plain.error).toEqual(new DownloadFailed('Answer is not valid HTTP'));
    const secure = await tryDownload(`https://127.0.0.1:${toPort(silent)}/`, { ...local, deadlineMs: 5000 });
    expect(secure.error).toEqual(new DownloadFailed('TLS error'));
    for (const server of [liar, silent]) await new Promise((resolve) => server.close(resolve));
    const closed = await tryDownload(`http://127.0.0.1:${toPort(liar) || 9}/`, local);
    expect(closed.error).toBeInstanceOf(DownloadFailed);
  });

  it('drips until the real deadline', async () => {
    files().answers.set('/real-drip', endless(Buffer.from('x'), 100));
    const { error, tookMs } = await tryDownload(`${files().origin}/real-drip`, { localNetworkAllowed: true });
    expect(error).toEqual(new DownloadFailed('Timed out after 10 s'));
    expect(tookMs).toBeGreaterThan(9900);
  });
});
