import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { newWebhookSecret } from '#shared/http/signature';
import { createSender, type Sender, type SenderOptions } from '#shared/webhooks/sender';
import { hostileEndpointResponses } from '#test/support/hostile/endpoint-responses';
import { informational, neverFinal, switchProtocols } from '#test/support/servers/informational';
import { startedForTests } from '#test/support/started-for-tests';

const secret = newWebhookSecret();
const body = '{"event":"CREATED_CROSS_RAMP","firstName":"Ana"}';
const requests: {
  headers: IncomingHttpHeaders;
  method: string | undefined;
  url: string | undefined;
  body: string;
}[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
let connections = 0;

const server = startedForTests(() =>
  startHttpServer(async (request, response) => {
    const { headers, method, url } = request;
    requests.push({ headers, method, url, body: await text(request) });
    respond(request, response);
  }),
);

let port = 0;
function newSender(options: Partial<SenderOptions> = {}): Sender {
  return createSender({ localNetworkAllowed: true, ...options });
}

function post(options: Partial<SenderOptions> = {}, url = `http://127.0.0.1:${port}/hooks?t=1`) {
  return newSender(options).send({ url, id: 'ntf-1', body, secrets: [secret] });
}

beforeAll(() => {
  port = server().port;
  server().server.on('connection', () => {
    connections += 1;
  });
});
afterEach(() => {
  requests.length = 0;
});

function toAddress(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}

describe('F39 an attempt', () => {
  it('posts the body with the signed headers and nothing else', async () => {
    respond = (_, response) => response.writeHead(204).end();
    expect(await post()).toEqual({ statusCode: 204, durationMs: expect.any(Number), error: null });
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', url: '/hooks?t=1', body });
    const headers = request?.headers ?? {};
    expect(Object.keys(headers).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'PartnerRamp-Webhooks/1',
      'webhook-id': 'ntf-1',
    });
    new Webhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
  });

  it('can send the body slowly, unchanged', async () => {
    respond = (_, response) => response.writeHead(204).end();
    const url = `http://127.0.0.1:${port}/hooks`;
    const made = await newSender({}).send({ url, id: 'ntf-1', body, secrets: [secret], slowMs: 60 });
    expect(made).toMatchObject({ statusCode: 204, error: null });
    expect(made.durationMs).toBeGreaterThanOrEqual(50);
    expect(requests).toMatchObject([{ body, headers: { 'content-length': String(Buffer.byteLength(body)) } }]);
  });

  it.each([200, 201, 202, 204, 206, 299])('%i is success, with whatever body', async (status) => {
    const content = status === 204 ? undefined : '{"ignored":true}';
    respond = (_, response) => response.writeHead(status).end(content);
    expect(await post()).toEqual({
      statusCode: status,
      durationMs: expect.any(Number),
      error: null,
      ...(content === undefined ? {} : { responseBody: content }),
    });
  });

  it.each([300, 301, 302, 303, 307, 308])('%i is a failure and is not followed', async (status) => {
    respond = (_, response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    expect(await post()).toMatchObject({ statusCode: status, error: `HTTP ${status}` });
    expect(requests).toHaveLength(1);
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
    respond = (_, response) => response.writeHead(status, { 'retry-after': '3600' }).end();
    expect(await post()).toEqual({
      statusCode: status,
      durationMs: expect.any(Number),
      error: `HTTP ${status}`,
    });
  });

  it.each(hostileEndpointResponses)('keeps the response as text: $name', async ({ body: sent, text }) => {
    respond = (_request, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end(sent);
    const made = await post();
    expect(made).toMatchObject({ statusCode: 500, error: 'HTTP 500' });
    expect(made.responseBody).toBe(text ?? Buffer.from(sent).toString());
  });

  it.each([200, 500])('lets the status line decide when more than 64 KB follow (%i)', async (status) => {
    let closed: () => void = () => {};
    const cut = new Promise<void>((resolve) => {
      closed = resolve;
    });
    respond = (_, response) => {
      response.on('close', closed);
      response.writeHead(status);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', flood);
      flood();
    };
    expect(await post()).toMatchObject({
      statusCode: status,
      error: status === 200 ? null : 'HTTP 500',
      responseBody: 'x'.repeat(4096),
    });
    await cut;
  });

  it('ends at the deadline when no response comes', async () => {
    respond = () => {};
    expect(await post({ deadlineMs: 150 })).toEqual({
      statusCode: null,
      durationMs: expect.any(Number),
      error: 'Timed out after 0.15 s',
    });
  });

  it.each([200, 500])('ends at the deadline when the body drips, by its status line (%i)', async (status) => {
    respond = (_, response) => {
      response.writeHead(status);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await post({ deadlineMs: 200 })).toMatchObject({
      statusCode: status,
      error: status === 200 ? null : 'HTTP 500',
    });
  });

  it.each(informational)('waits for the response after %s', async (_, write) => {
    respond = (_request, response) => {
      write(response);
      response.writeHead(202).end('done');
    };
    expect(await post()).toMatchObject({ statusCode: 202, error: null, responseBody: 'done' });
    expect(requests).toHaveLength(1);
  });

  it('waits for the response after an informational one that came before the body', async () => {
    const early = await startHttpServer((request, response) => {
      response.writeContinue();
      request.resume().on('end', () => response.end());
    });
    const slow = { url: early.url, id: 'ntf-1', body, secrets: [secret], slowMs: 60 };
    expect(await newSender().send(slow)).toMatchObject({ statusCode: 200, error: null });
    await early.stop();
  });

  it.each([
    ['one informational response', (response: ServerResponse) => response.writeProcessing()],
    ['informational responses without end', neverFinal],
  ])('ends at the deadline after %s', async (_, write) => {
    respond = (_request, response) => write(response);
    expect(await post({ deadlineMs: 150 })).toMatchObject({
      statusCode: null,
      error: 'Timed out after 0.15 s',
    });
  });

  it('fails on a change of the protocol that it did not request', async () => {
    respond = (_, response) => switchProtocols(response);
    expect(await post()).toMatchObject({ statusCode: null, error: 'Response is not valid HTTP' });
  });

  it('fails when the connection is cut before a response, not after one', async () => {
    respond = (request) => request.socket.resetAndDestroy();
    expect(await post()).toMatchObject({
      statusCode: null,
      error: expect.stringMatching(/^Connection (reset|closed)/),
    });
    respond = (request) => request.socket.end();
    expect(await post()).toMatchObject({ statusCode: null, error: 'Connection closed without a response' });
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a"', () => response.destroy());
    };
    expect(await post()).toMatchObject({ statusCode: 200, error: null, responseBody: '{"a"' });
  });

  it('fails on a response that is not HTTP', async () => {
    const liar = createSocketServer((socket) => {
      socket
        .on('error', () => {})
        .on('end', () => socket.destroy())
        .resume();
      socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n');
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${toAddress(liar.address()).port}/`;
    expect(await post({}, url)).toMatchObject({ statusCode: null, error: 'Response is not valid HTTP' });
    expect(await post({}, url.replace('http:', 'https:'))).toMatchObject({
      statusCode: null,
      error: 'TLS error',
    });
    await new Promise((resolve) => liar.close(resolve));
    expect(await post({}, url)).toMatchObject({ statusCode: null, error: 'Connection refused' });
  });

  it('ignores proxy variables', async () => {
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    respond = (_, response) => response.end();
    expect(await post()).toMatchObject({ error: null });
    delete process.env.HTTP_PROXY;
  });
});

describe('F40 the guard of every connection', () => {
  const deployed = { localNetworkAllowed: false };
  const responses = (...addresses: string[]): Pick<SenderOptions, 'resolve'> => ({
    resolve: (_, __, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
  });

  it.each([
    ['a literal address', () => `https://127.0.0.1:${port}/`, {}],
    ['a literal IPv6 address', () => `https://[::1]:${port}/`, {}],
    ['a name of a private address', () => `https://partner.example:${port}/`, responses('127.0.0.1')],
    [
      'a name with one private address among public ones',
      () => `https://partner.example:${port}/`,
      responses('8.8.8.8', '10.0.0.1'),
    ],
    ['a name of a mapped private address', () => `https://partner.example:${port}/`, responses('::ffff:127.0.0.1')],
    ['a name of a compatible address', () => `https://partner.example:${port}/`, responses('::7f00:1')],
    ['a number as address', () => `https://2130706433:${port}/`, {}],
  ])('refuses %s', async (_, url, options) => {
    const before = connections;
    expect(await post({ ...deployed, ...options }, url())).toMatchObject({
      statusCode: null,
      error: 'Address is not public',
    });
    expect(connections).toBe(before);
  });

  it.each([
    ['a literal address', () => 'http://8.8.8.8/', {}],
    ['a public name', () => `http://partner.example:${port}/`, responses('127.0.0.1')],
    ['a name that is local by its look and not by its address', () => `http://partner:${port}/`, responses('8.8.8.8')],
  ])('refuses http to %s in a local run', async (_, url, options) => {
    const before = connections;
    expect(await post({ plainHttp: 'LOCAL', ...options }, url())).toMatchObject({
      statusCode: null,
      error: 'URL must use https, except for loopback and private addresses',
    });
    expect(connections).toBe(before);
  });

  it('accepts, in a local run, http to a name of its own network', async () => {
    respond = (_, response) => response.end();
    const made = await post({ plainHttp: 'LOCAL', ...responses('127.0.0.1') }, `http://partner:${port}/`);
    expect(made).toMatchObject({ statusCode: 200, error: null });
  });

  it.each([
    ['user information', 'https://user:pass@partner.example/'],
    ['an odd port', 'https://partner.example:25/'],
  ])('connects to no URL with %s', async (_, url) => {
    let lookUps = 0;
    const resolve: SenderOptions['resolve'] = (_name, _options, callback) => {
      lookUps += 1;
      callback(null, [{ address: '8.8.8.8', family: 4 }]);
    };
    const attempt = await post({ ...deployed, resolve, deadlineMs: 400 }, url);
    expect(attempt).toMatchObject({ statusCode: null, error: expect.not.stringMatching(/timed out|refused$/i) });
    expect(lookUps).toBe(0);
  });

  it.each([
    ['connects again', { localNetworkAllowed: true }, 'http', ['127.0.0.1', '127.0.0.1'], null],
    // The address policy refuses both addresses, so no test connects to a public address. The address 192.0.2.1 is in the
    // reserved range TEST-NET-1.
    ['is refused once that is private', deployed, 'https', ['192.0.2.1', '127.0.0.1'], 'Address is not public'],
  ])('resolves the name for every attempt, and %s', async (_, options, scheme, addresses, error) => {
    const before = connections;
    let lookUps = 0;
    const sender = newSender({
      ...options,
      deadlineMs: 300,
      resolve: (_name, _options, callback) => {
        callback(null, [{ address: addresses[lookUps] ?? '', family: 4 }]);
        lookUps += 1;
      },
    });
    respond = (_request, response) => response.end();
    const outbound = { url: `${scheme}://partner.example:${port}/`, id: 'ntf-1', body, secrets: [secret] };
    await sender.send(outbound);
    expect((await sender.send(outbound)).error).toBe(error);
    expect([lookUps, connections - before]).toEqual([2, error === null ? 2 : 0]);
  });

  it('refuses plain http, and says when a name is unknown', async () => {
    expect(await post(deployed, `http://127.0.0.1:${port}/`)).toMatchObject({ error: 'URL must use https' });
    const unknown = await post(
      {
        resolve: (_, __, callback) => callback(Object.assign(new Error('secret-host'), { code: 'ENOTFOUND' }), []),
      },
      'https://secret-host.example/',
    );
    expect(unknown).toMatchObject({ statusCode: null, error: 'Host name not found' });
  });
});
