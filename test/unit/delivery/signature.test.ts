import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signatureHeader } from '#shared/http/signature';

const content = { id: 'ntf-1', timestampS: Math.floor(Date.now() / 1000), body: '{"name":"Núñez","a":1}' };

function headers(signature: string) {
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestampS),
    'webhook-signature': signature,
  };
}

describe('the signature', () => {
  it('is the one that the reference library makes and verifies', () => {
    const secret = newWebhookSecret();
    const signature = signatureHeader(content, [secret]);
    const library = new Webhook(secret);
    expect(signature).toBe(library.sign(content.id, new Date(content.timestampS * 1000), content.body));
    expect(library.verify(content.body, headers(signature))).toEqual({ name: 'Núñez', a: 1 });
  });

  it('verifies with either secret during a rotation, the newer first', () => {
    const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
    const signature = signatureHeader(content, [newer, older]);
    expect(signature.split(' ')).toHaveLength(2);
    expect(signature.startsWith(signatureHeader(content, [newer]))).toBe(true);
    for (const secret of [newer, older]) new Webhook(secret).verify(content.body, headers(signature));
    expect(() => new Webhook(newWebhookSecret()).verify(content.body, headers(signature))).toThrow();
  });

  it('does not verify another body, id or time', () => {
    const secret = newWebhookSecret();
    const library = new Webhook(secret);
    const good = headers(signatureHeader(content, [secret]));
    expect(() => library.verify(`${content.body} `, good)).toThrow();
    expect(() => library.verify(content.body, { ...good, 'webhook-id': 'ntf-2' })).toThrow();
    expect(() =>
      library.verify(content.body, { ...good, 'webhook-timestamp': String(content.timestampS - 1) }),
    ).toThrow();
  });

  it('makes distinct secrets of 32 bytes, and accepts no other form', () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
    expect(() => signatureHeader(content, [])).toThrow('No live webhook secret');
    expect(() => signatureHeader(content, ['c2VjcmV0'])).toThrow('unknown form');
  });
});
