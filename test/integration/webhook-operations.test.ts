import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiClient, toProblem, until } from '#local/partner/api-client';
import { type ReceivedWebhook, type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { type HostileEndpointAnswer, hostileEndpointAnswers } from '#test/support/hostile/endpoint-answers';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
const receivers: Receiver[] = [];

beforeAll(async () => {
  running = await startTestStack({ settings: { WEBHOOK_DELAYS_S: '0,0,0,0,0' } });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

interface Subscriber {
  readonly partner: ApiClient;
  readonly receiver: Receiver;
  readonly secret: string;
}

/** A partner with its own endpoint. */
async function subscriber(): Promise<Subscriber> {
  const [partner, receiver] = [await running.newPartner(), await startReceiver()];
  receivers.push(receiver);
  const set = await partner.put('/webhook-settings', { url: receiver.url });
  return { partner, receiver, secret: set.body.data.secret };
}

const detail = (partner: ApiClient, id: string) => partner.get(`/webhook-notifications/${id}`);

async function reaches(partner: ApiClient, id: string, status: string): Promise<Answer> {
  await until(async () => (await detail(partner, id)).body.data.status === status);
  return detail(partner, id);
}

/** Sends a test event that is refused five times. */
async function failed({ partner, receiver }: Subscriber): Promise<string> {
  receiver.answer = () => ({ status: 500, body: '{"success":false,"error":{"message":"no","id":"1"}}' });
  const sent = await partner.post('/webhook-settings/test');
  await reaches(partner, sent.body.data.id, 'FAILED');
  return sent.body.data.id;
}

function verifies(secret: string, { body, headers }: ReceivedWebhook): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

describe('a test event', () => {
  it('is sent like every event, numbered per partner', async () => {
    const { partner, receiver, secret } = await subscriber();
    const sent = await partner.post('/webhook-settings/test');
    expect(sent.status, sent.text).toBe(201);
    expect(sent.body.data).toMatchObject({
      status: 'PENDING',
      payload: { type: 'TEST', event: 'TEST_EVENT', sequence: 1 },
      version: 1,
    });
    await reaches(partner, sent.body.data.id, 'SENT');
    expect(receiver.received.map(({ id }) => id)).toEqual([sent.body.data.id]);
    expect(receiver.received.every((webhook) => verifies(secret, webhook))).toBe(true);
    const others = await Promise.all(Array.from({ length: 10 }, () => partner.post('/webhook-settings/test')));
    const numbers = others.map(({ body }) => body.data.payload.sequence).sort((a, b) => a - b);
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe('the manual retry', () => {
  it('begins again, three times and no more', async () => {
    const own = await subscriber();
    const { partner, receiver } = own;
    const id = await failed(own);
    const before = (await detail(partner, id)).body.data;
    expect(before).toMatchObject({ retryAttempts: 5, latestErrorPayload: { success: false } });
    for (const count of [1, 2, 3]) {
      const version = (await detail(partner, id)).body.data.version;
      const answer = await partner.post(`/webhook-notifications/${id}/retry`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data).toMatchObject({
        id,
        status: 'PENDING',
        retryAttempts: 0,
        manualRetryCount: count,
        replayCount: 0,
        latestErrorPayload: null,
        version: version + 1,
        createdAt: before.createdAt,
        payload: before.payload,
      });
      expect(answer.body.data.lastManualRetryAt).toBe(answer.body.data.updatedAt);
      await reaches(partner, id, 'FAILED');
    }
    const fourth = await partner.post(`/webhook-notifications/${id}/retry`);
    expect(toProblem(fourth)).toEqual([
      409,
      'CONFLICT',
      'Partner webhook notification has reached the maximum number of manual retries (3)',
    ]);
    expect(receiver.received).toHaveLength(20);
    expect(new Set(receiver.received.map(({ id: sent, body }) => `${sent} ${body}`)).size).toBe(1);
  });

  it('delivers once the endpoint works again; then there is nothing to retry', async () => {
    const own = await subscriber();
    const id = await failed(own);
    own.receiver.answer = () => ({ status: 200 });
    expect((await own.partner.post(`/webhook-notifications/${id}/retry`)).status).toBe(200);
    expect((await reaches(own.partner, id, 'SENT')).body.data).toMatchObject({
      retryAttempts: 1,
      manualRetryCount: 1,
    });
    const again = await own.partner.post(`/webhook-notifications/${id}/retry`);
    expect([again.status, again.body.message]).toEqual([409, 'Notification is not in FAILED status']);
  });

  it('of one notification, fifty times at once, happens once; ten calls count', async () => {
    const own = await subscriber();
    const id = await failed(own);
    own.receiver.answer = () => ({ status: 200 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => own.partner.post(`/webhook-notifications/${id}/retry`)),
    );
    const by = (status: number) => answers.filter((answer) => answer.status === status);
    expect([by(200).length, by(409).length, by(429).length]).toEqual([1, 9, 40]);
    for (const { body, headers } of by(429)) {
      expect(body).toEqual({
        success: false,
        code: 'TOO_MANY_REQUESTS',
        message: 'Rate limit exceeded. Try again in a few seconds.',
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await reaches(own.partner, id, 'SENT')).body.data.manualRetryCount).toBe(1);
  });

  it('without a URL makes an attempt that fails', async () => {
    const own = await subscriber();
    const id = await failed(own);
    await own.partner.put('/webhook-settings', { url: null });
    expect((await own.partner.post(`/webhook-notifications/${id}/retry`)).status).toBe(200);
    const ended = (await reaches(own.partner, id, 'FAILED')).body.data;
    expect(ended.latestErrorPayload).toEqual({ success: false, error: { message: 'No webhook URL', id } });
    expect(own.receiver.received).toHaveLength(5);
  });
});

/** Those that the table or a protocol in between could fail on; all of them are tested without a stack. */
const CHOSEN = /member|half|NUL|empty name|table|64 KB|UTF-8|an array|IEEE|huge/;

describe('an endpoint with hostile answers', () => {
  it('has every attempt stored, on schedule, with what it answered', async () => {
    const { partner, receiver } = await subscriber();
    const given = new Map<string, HostileEndpointAnswer>();
    const left = hostileEndpointAnswers.filter(({ name }) => CHOSEN.test(name));
    const count = left.length;
    receiver.answer = ({ id }) => {
      const answer = given.get(id) ?? left.shift();
      if (answer === undefined) throw new Error('More notifications than answers');
      given.set(id, answer);
      return { status: 500, body: answer.body };
    };
    const sent = await Promise.all(left.map(() => partner.post('/webhook-settings/test')));
    for (const { body } of sent) {
      const { id } = body.data;
      const { latestErrorPayload, attempts, nextAttemptAt } = (await reaches(partner, id, 'FAILED')).body.data;
      const { name, body: answered, payload, text } = given.get(id) ?? {};
      const generic = JSON.stringify({ success: false, error: { message: 'HTTP 500', id } });
      expect(JSON.stringify(latestErrorPayload), name).toBe(payload ?? generic);
      const responseBody = text ?? Buffer.from(answered ?? '').toString();
      const attempt = { statusCode: 500, error: 'HTTP 500', responseBody };
      expect(attempts, name).toEqual(Array(5).fill(expect.objectContaining(attempt)));
      expect(nextAttemptAt).toBeNull();
    }
    expect(receiver.received).toHaveLength(5 * count);
    expect(readFileSync(running.logFile, 'utf8')).not.toContain('Message failed');
    const changes = await partner.get('/changes?types=NOTIFICATION&limit=100');
    expect(changes.status).toBe(200);
    expect(changes.text).not.toContain('responseBody');
  });

  it('shows what an accepting endpoint answered, and when the next retry is allowed', async () => {
    const { partner, receiver } = await subscriber();
    receiver.answer = () => ({ status: 200, body: '{"received":true}' });
    const sent = (await partner.post('/webhook-settings/test')).body.data;
    expect(sent.nextAttemptAt).toBe(sent.createdAt);
    const read = (await reaches(partner, sent.id, 'SENT')).body.data;
    expect(read).toMatchObject({
      nextAttemptAt: null,
      latestErrorPayload: null,
      attempts: [{ statusCode: 200, error: null, responseBody: '{"received":true}' }],
    });
  });
});

describe('the URL', () => {
  it('is read at each attempt', async () => {
    const own = await subscriber();
    const next = await startReceiver();
    receivers.push(next);
    const first = await own.partner.post('/webhook-settings/test');
    await reaches(own.partner, first.body.data.id, 'SENT');
    await own.partner.put('/webhook-settings', { url: next.url });
    const second = await own.partner.post('/webhook-settings/test');
    await reaches(own.partner, second.body.data.id, 'SENT');
    expect(own.receiver.received.map(({ id }) => id)).toEqual([first.body.data.id]);
    expect(next.received.map(({ id }) => id)).toEqual([second.body.data.id]);
  });
});

describe('the rotation of the secret', () => {
  it('signs with both, the new one first, then with three, and never with four', async () => {
    const { partner, receiver, secret } = await subscriber();
    const rotated = await partner.post('/webhook-settings/secret/rotate');
    expect(rotated.status, rotated.text).toBe(201);
    expect(Object.keys(rotated.body.data).sort()).toEqual(['previousExpiresAt', 'secret']);
    const overlapMs = Date.parse(rotated.body.data.previousExpiresAt) - Date.now();
    expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(60_000);
    await partner.post('/webhook-settings/test');
    await until(() => receiver.received.length === 1);
    const [first] = receiver.received;
    if (first === undefined) throw new Error('Nothing came');
    expect([verifies(secret, first), verifies(rotated.body.data.secret, first)]).toEqual([true, true]);
    const signatures = first.headers['webhook-signature']?.split(' ') ?? [];
    expect(signatures).toHaveLength(2);
    const newest = { ...first, headers: { ...first.headers, 'webhook-signature': signatures[0] ?? '' } };
    expect([verifies(secret, newest), verifies(rotated.body.data.secret, newest)]).toEqual([false, true]);

    const again = await partner.post('/webhook-settings/secret/rotate');
    const third = await partner.post('/webhook-settings/secret/rotate');
    await partner.post('/webhook-settings/test');
    await until(() => receiver.received.length === 2);
    const [, second] = receiver.received;
    if (second === undefined) throw new Error('Nothing came');
    const rotations = [rotated, again, third].map(({ body }) => body.data);
    const signed = [secret, ...rotations.map((rotation) => rotation.secret)].map((one) => verifies(one, second));
    expect(signed).toEqual([false, true, true, true]);
    const { secretRotatedAt, previousSecretsExpireAt } = (await partner.get('/webhook-settings')).body.data;
    // A secret ends a day after the rotation that replaced it.
    expect(previousSecretsExpireAt).toEqual([rotations[2].previousExpiresAt, rotations[1].previousExpiresAt]);
    expect(Date.parse(rotations[2].previousExpiresAt) - Date.parse(secretRotatedAt)).toBe(24 * 3_600_000);
  });

  it('twice in a row leaves the secret that the endpoint knows', async () => {
    const { partner, receiver, secret } = await subscriber();
    expect((await partner.get('/webhook-settings')).body.data).toMatchObject({
      secretRotatedAt: null,
      previousSecretsExpireAt: [],
    });
    for (let count = 0; count < 2; count += 1) await partner.post('/webhook-settings/secret/rotate');
    await partner.post('/webhook-settings/test');
    await until(() => receiver.received.length === 1);
    expect(receiver.received.map((webhook) => verifies(secret, webhook))).toEqual([true]);
  });

  it('needs a secret to replace, and is safe under concurrent requests', async () => {
    const partner = await running.newPartner();
    const early = await partner.post('/webhook-settings/secret/rotate');
    expect(toProblem(early)).toEqual([409, 'CONFLICT', 'There is no webhook secret yet. Set a webhook URL first.']);
    await partner.put('/webhook-settings', { url: 'https://example.com/hooks' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => partner.post('/webhook-settings/secret/rotate')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.secret)).size).toBe(5);
    const { previousSecretsExpireAt } = (await partner.get('/webhook-settings')).body.data;
    expect(previousSecretsExpireAt).toHaveLength(2);
  });
});
