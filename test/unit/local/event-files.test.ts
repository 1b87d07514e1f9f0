import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '#local/start/event-files';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { newWebhookSecret } from '#shared/webhooks/signature';

describe('a recorded event', () => {
  it('holds no API key, wherever it stood', () => {
    const key = generateApiKey('sbx');
    const text = withoutSecrets({
      headers: { 'Partner-API-Key': key },
      multiValueHeaders: { 'Partner-API-Key': [key] },
    });
    expect(text).not.toContain(key.slice(10));
    expect(text.match(/ramp_sbx_removed/g)).toHaveLength(2);
  });

  it('holds no webhook secret', () => {
    const secret = newWebhookSecret();
    expect(withoutSecrets({ body: JSON.stringify({ secret }) })).not.toContain(secret);
  });

  it('holds no token of a link', () => {
    const token = 'Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmE';
    const text = withoutSecrets({ path: `/sign/${token}`, pathParameters: { token } });
    expect(text).not.toContain(token);
  });

  it('is otherwise as it was', () => {
    const event = { Records: [{ body: '{"amount":"1.00"}' }], pathParameters: null };
    expect(JSON.parse(withoutSecrets(event))).toEqual(event);
  });
});
