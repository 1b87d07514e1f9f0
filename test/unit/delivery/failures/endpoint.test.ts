/** Failure rows at the partner's endpoint: changed settings, misbehaving endpoints, misleading names. */
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSender } from '#shared/webhooks/sender';
import { newWebhookSecret, signatureHeader } from '#shared/webhooks/signature';
import { configuredTargets } from '#shared/webhooks/targets';
import { startHttpServer } from '#test/support/servers/http-server';
import { startedForTests } from '#test/support/started-for-tests';
import { expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { defaultEndpoint, notification, ok, refused, START_MS } from '#test/unit/delivery/fakes';

/** A simulation whose endpoint is read from its store, with plain secrets. */
function configuredLine(): Line {
  const line = new Line();
  const targets = configuredTargets({
    readEndpoint: (partnerId, endpointId) => line.store.readEndpoint(partnerId, endpointId),
    openSecret: async (sealed) => sealed,
    now: line.clock.now,
  });
  Object.assign(line.on, { targets });
  return line;
}

describe('settings that change between attempts', () => {
  it('F37 the next attempt goes to the new URL; without one it fails and says so', async () => {
    const line = configuredLine();
    const item = notification(1);
    line.answer = (_, nth) => {
      line.store.defaultEndpoint = defaultEndpoint({ url: nth === 1 ? 'https://new.example/hooks' : null });
      return refused;
    };
    line.commit(item);
    expect(await line.run()).toBe(true);
    expect(line.posts.map(({ url }) => url)).toEqual(['https://partner.example/hooks', 'https://new.example/hooks']);
    expect(line.store.get(item).attempts.map(({ error }) => error)).toEqual([
      'HTTP 503',
      'HTTP 503',
      'No webhook URL',
      'No webhook URL',
      'No webhook URL',
    ]);
    expectNothingLost(line);
  });

  it('F38 while a secret is rotated an attempt verifies with the old and the new one, later with the new', async () => {
    const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
    const line = configuredLine();
    line.store.defaultEndpoint = defaultEndpoint({ secrets: [{ id: 'a', sealed: older }] });
    line.answer = (_, nth) => {
      const expiresAt = new Date(START_MS + 120_000).toISOString();
      line.store.defaultEndpoint = defaultEndpoint({
        secrets: [
          { id: 'b', sealed: newer },
          { id: 'a', sealed: older, expiresAt },
        ],
      });
      return nth === 3 ? ok : refused;
    };
    line.commit(notification(1));
    expect(await line.run()).toBe(true);
    const verifiedBy = line.posts.map(({ id, body, secrets }) =>
      [older, newer].map((secret) => verifies(secret, { id, body, secrets })),
    );
    expect(verifiedBy).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
  });
});

function verifies(
  secret: string,
  { id, body, secrets }: { readonly id: string; readonly body: string; readonly secrets: readonly string[] },
): boolean {
  const timestampS = Math.floor(Date.now() / 1000);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatureHeader({ id, timestampS, body }, secrets),
  };
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('a receiver', () => {
  let answer: (response: ServerResponse) => void = (response) => void response.end();
  let connections = 0;
  const server = startedForTests(() =>
    startHttpServer((request, response) => request.resume().on('end', () => answer(response))),
  );
  beforeAll(() =>
    server().server.on('connection', () => {
      connections += 1;
    }),
  );

  async function attemptAt(url: string, options: Partial<Parameters<typeof createSender>[0]> = {}) {
    const sender = createSender({ localNetworkAllowed: true, deadlineMs: 400, ...options });
    const attempt = await sender.send({ url, id: 'n', body: '{}', secrets: [newWebhookSecret()] });
    await sender.close();
    return attempt;
  }

  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  };
  it.each<[string, (response: ServerResponse) => void, number | null, string | null]>([
    ['204', (response) => response.writeHead(204).end(), 204, null],
    ['an empty body', (response) => response.end(), 200, null],
    ['a redirect', (response) => response.writeHead(302, { location: '/' }).end(), 302, 'HTTP 302'],
    ['410', (response) => response.writeHead(410).end(), 410, 'HTTP 410'],
    ['429', (response) => response.writeHead(429, { 'retry-after': '60' }).end(), 429, 'HTTP 429'],
    ['only 102', (response) => response.writeProcessing(), null, 'Timed out after 0.4 s'],
    ['a slow drip', (response) => drip(response.writeHead(500)), 500, 'HTTP 500'],
    ['a reset', (response) => response.socket?.resetAndDestroy(), null, 'Connection reset'],
    [
      'a reset amid the body',
      (response) => {
        response.writeHead(200).write('x');
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      },
      200,
      null,
    ],
    ['50 MB', (response) => response.end(Buffer.alloc(50 * 1024 * 1024)), 200, null],
  ])('F39 that answers with %s is classed by its status line', async (_, answers, statusCode, error) => {
    answer = answers;
    expect(await attemptAt(`http://127.0.0.1:${server().port}/`)).toMatchObject({ statusCode, error });
  });

  it('F39 that is no HTTPS server, or no HTTP server at all, fails', async () => {
    answer = (response) => response.socket?.end('\x00\x01 nonsense\r\n\r\n');
    expect((await attemptAt(`http://127.0.0.1:${server().port}/`)).error).not.toBeNull();
    expect((await attemptAt(`https://127.0.0.1:${server().port}/`)).error).not.toBeNull();
  });

  it.each([
    ['a private answer', 'https://partner.example:8443/', ['10.0.0.1']],
    ['a mixed answer', 'https://partner.example:8443/', ['8.8.8.8', '127.0.0.1']],
    ['a mapped address', 'https://partner.example:8443/', ['::ffff:127.0.0.1']],
    ['a compatible address', 'https://partner.example:8443/', ['::7f00:1']],
    ['a literal address', 'https://127.0.0.1:8443/', []],
    ['a number as address', 'https://2130706433:8443/', []],
    ['a literal IPv6 address', 'https://[::1]:8443/', []],
    ['user information', 'https://user:pass@partner.example/', ['8.8.8.8']],
    ['an odd port', 'https://partner.example:25/', ['8.8.8.8']],
  ])('F40 reached by %s is never connected to', async (_, url, addresses) => {
    const before = connections;
    const attempt = await attemptAt(url.replace(':8443', `:${server().port}`), {
      localNetworkAllowed: false,
      resolve: (_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
    expect(attempt.statusCode).toBeNull();
    expect(attempt.error).not.toBeNull();
    expect(attempt.error).not.toMatch(/timed out|refused$/i);
    expect(connections).toBe(before);
  });

  it('F40 whose name resolves differently after the first attempt is refused from then on', async () => {
    let lookUps = 0;
    const sender = createSender({
      localNetworkAllowed: false,
      deadlineMs: 300,
      resolve: (_name, _options, callback) => {
        lookUps += 1;
        // TEST-NET-1 is reserved, and the policy knows it; a public address would be connected to.
        callback(null, [{ address: lookUps === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
      },
    });
    const outbound = {
      url: `https://partner.example:${server().port}/`,
      id: 'n',
      body: '{}',
      secrets: [newWebhookSecret()],
    };
    const before = connections;
    await sender.send(outbound);
    expect((await sender.send(outbound)).error).toBe('Address is not public');
    await sender.close();
    expect([lookUps, connections]).toEqual([2, before]);
  });
});
