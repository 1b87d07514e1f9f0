import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startKeyService } from '#local/engines/keys/key-service';
import { startQueueEngine } from '#local/engines/queue-engine';
import { startEventBus } from '#local/events/bus';
import { PartnerBuses } from '#local/events/partner-buses';
import { startControl } from '#local/wiring/control';
import { startedForTests } from '#test/support/started-for-tests';

interface Server {
  readonly endpoint: string;
  stop(): Promise<void>;
}

const Entries = [{ Source: 'a-page', DetailType: 'a-test', Detail: '{}' }];
const body = { challenge: 'any', KeyId: 'key', Plaintext: 'YQ==', Entries };

/** Servers without access control. Each `target` is an operation that accepts `body`. */
const servers: Readonly<Record<string, { readonly start: () => Promise<Server>; readonly target: string }>> = {
  'the control': {
    start: () => startControl(new PartnerBuses()),
    target: 'LocalControl.ProveRunning',
  },
  'the key service': {
    start: () => startKeyService({ keys: new Map([['key', 'SYMMETRIC_DEFAULT']]) }),
    target: 'TrentService.Encrypt',
  },
  'the event bus': {
    start: () => startEventBus({ busNames: [], rules: [], sqsEndpoint: 'http://127.0.0.1:9' }),
    target: 'AWSEvents.PutEvents',
  },
  'the queue engine': { start: () => startQueueEngine({ queues: { queue: {} } }), target: 'AmazonSQS.ListQueues' },
};

describe.each(Object.entries(servers))('%s', (_, { start, target }) => {
  const server = startedForTests(start);

  const send = (method: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ readonly status: number | undefined; readonly headers: IncomingHttpHeaders }>((resolve, reject) => {
      const authorization =
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host;x-amz-date, Signature=local';
      const own = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, authorization };
      const sent = request(server().endpoint, { method, headers: { ...own, ...headers } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      sent.once('error', reject).end(method === 'POST' ? JSON.stringify(body) : undefined);
    });

  it('returns programs of this machine', async () => {
    expect((await send('POST', {})).status).toBe(200);
  });

  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-amz-target' };
  it.each([
    ['POST', { origin: 'https://page.example' }],
    ['POST', { origin: 'null' }],
    ['POST', { origin: 'http://127.0.0.1:3000' }],
    ['POST', { host: 'rebound.example' }],
    ['POST', { host: 'rebound.example', origin: 'http://rebound.example' }],
    ['GET', { host: 'rebound.example' }],
    ['OPTIONS', { origin: 'https://page.example', ...preflight }],
    ['OPTIONS', { host: 'rebound.example', ...preflight }],
  ])('refuses %s with %j', async (method, headers) => {
    const response = await send(method, headers);
    expect(response.status).toBe(403);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
