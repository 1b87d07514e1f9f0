import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signatureHeader } from '#shared/http/signature';
import { configuredTargets } from '#shared/webhooks/targets';
import { expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { defaultEndpoint, notification, ok, refused, START_MS } from '#test/unit/delivery/fakes';

/** A simulation that reads its endpoint from the store. Secrets are in plain text. */
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
    line.respond = (_, nth) => {
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
    line.respond = (_, nth) => {
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
