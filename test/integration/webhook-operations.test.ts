import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import type { ReceivedWebhook, Receiver } from '#local/partner/webhook-receiver';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

interface Subscriber {
  readonly partner: ApiClient;
  readonly receiver: Receiver;
  readonly secret: string;
}

/** A partner with its own endpoint. */
async function subscriber(): Promise<Subscriber> {
  const [partner, receiver] = [await running.newPartner(), await newReceiver()];
  const set = await partner.put('/webhook-settings', { url: receiver.url });
  return { partner, receiver, secret: set.body.data.secret };
}

const detail = (partner: ApiClient, id: string) => partner.get(`/webhook-notifications/${id}`);

/** Waits for a number of posts of a notification, which costs nothing, and then for the outcome of the last. */
async function reaches({ partner, receiver }: Subscriber, id: string, [posts, status]: [number, string]) {
  await until(() => receiver.received.filter((webhook) => webhook.id === id).length >= posts);
  let response = await detail(partner, id);
  await until(async () => {
    if (response.body.data.status !== status) response = await detail(partner, id);
    return response.body.data.status === status;
  });
  return response.body.data;
}

/** Sends a test event that is refused five times. */
async function failed(own: Subscriber): Promise<string> {
  own.receiver.respond = () => ({ status: 500, body: '{"success":false,"error":{"message":"no","id":"1"}}' });
  const { id } = (await own.partner.post('/webhook-settings/test')).body.data;
  await reaches(own, id, [5, 'FAILED']);
  return id;
}

function verifies(secret: string, { body, headers }: ReceivedWebhook): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

describe('the manual retry', () => {
  it('of one notification, fifty times at once, happens once; ten calls count', async () => {
    const own = await subscriber();
    const id = await failed(own);
    own.receiver.respond = () => ({ status: 200 });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => own.partner.post(`/webhook-notifications/${id}/retry`)),
    );
    const by = (status: number) => responses.filter((response) => response.status === status);
    expect([by(200).length, by(409).length, by(429).length]).toEqual([1, 9, 40]);
    for (const { body } of by(409)) expect(body.message).toBe('Notification is not in FAILED status');
    for (const { body, headers } of by(429)) {
      expect(body).toMatchObject({
        success: false,
        code: 'TOO_MANY_REQUESTS',
        message: 'Rate limit exceeded. Try again in a few seconds.',
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    // It is delivered, since the endpoint works again.
    expect(await reaches(own, id, [6, 'SENT'])).toMatchObject({ retryAttempts: 1, manualRetryCount: 1 });
  });
});

describe('the rotation of the secret', () => {
  it('signs with both, the new one first, then with three, and never with four', async () => {
    const { partner, receiver, secret } = await subscriber();
    expect((await partner.get('/webhook-settings')).body.data).toMatchObject({
      secretRotatedAt: null,
      previousSecretsExpireAt: [],
    });
    const rotations: { secret: string; previousExpiresAt: string }[] = [];
    /** Rotates, and sends a test event. */
    const rotate = async (): Promise<ReceivedWebhook> => {
      const rotated = await partner.post('/webhook-settings/secret/rotate');
      expect(rotated.status, rotated.text).toBe(201);
      expect(Object.keys(rotated.body.data).sort()).toEqual(['previousExpiresAt', 'secret']);
      rotations.push(rotated.body.data);
      await partner.post('/webhook-settings/test');
      await until(() => receiver.received.length === rotations.length);
      const webhook = receiver.received.at(-1);
      if (webhook === undefined) throw new Error('Nothing came');
      return webhook;
    };
    const signedBy = (webhook: ReceivedWebhook) =>
      [secret, ...rotations.map((rotation) => rotation.secret)].map((one) => verifies(one, webhook));
    const first = await rotate();
    expect(signedBy(first)).toEqual([true, true]);
    const signatures = first.headers['webhook-signature']?.split(' ') ?? [];
    expect(signatures).toHaveLength(2);
    const newest = { ...first, headers: { ...first.headers, 'webhook-signature': signatures[0] ?? '' } };
    expect(signedBy(newest)).toEqual([false, true]);
    const overlapMs = Date.parse(rotations[0]?.previousExpiresAt ?? '') - Date.now();
    expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(600_000);

    // Twice in a row leaves the secret that the endpoint knows.
    expect(signedBy(await rotate())).toEqual([true, true, true]);
    expect(signedBy(await rotate())).toEqual([false, true, true, true]);
    const { secretRotatedAt, previousSecretsExpireAt } = (await partner.get('/webhook-settings')).body.data;
    const [, second, third] = rotations.map(({ previousExpiresAt }) => previousExpiresAt);
    // A secret ends a day after the rotation that replaced it.
    expect(previousSecretsExpireAt).toEqual([third, second]);
    expect(Date.parse(third ?? '') - Date.parse(secretRotatedAt)).toBe(24 * 3_600_000);
  });
});
