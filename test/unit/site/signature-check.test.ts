import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { checkSignature } from '#site/browser/signature-check';
import { signExample } from '#site/browser/signature-example';

const nowMs = Date.parse('2026-01-15T16:30:20.000Z');
const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const id = '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82';
const sent = '{"type":"TRANSACTION","event":"COMPLETED_CROSS_RAMP","targetAmount":"107.20"}';

/** Returns the headers of a delivery that an independent library signed. */
function headers(body: string, sentMs = nowMs): string {
  const signature = new Webhook(secret).sign(id, new Date(sentMs), body);
  return `webhook-id: ${id}\nWebhook-Timestamp: ${sentMs / 1000}\nwebhook-signature: ${signature}\n`;
}

const check = (changes: Partial<Parameters<typeof checkSignature>[0]> = {}) =>
  checkSignature({ secret, headers: headers(sent), body: sent, nowMs, ...changes });

describe('a delivery', () => {
  it('is genuine as it was sent, with headers as lines or as JSON', async () => {
    const genuine = { isGenuine: true, details: [expect.stringContaining('COMPLETED_CROSS_RAMP')] };
    expect(await check()).toMatchObject(genuine);
    expect(await check({ secret: ` ${secret}\n` })).toMatchObject(genuine);
    const signature = new Webhook(secret).sign(id, new Date(nowMs), sent);
    const json = { 'Webhook-Id': id, 'webhook-timestamp': nowMs / 1000, 'webhook-signature': `v1,AAAA ${signature}` };
    expect(await check({ headers: JSON.stringify(json) })).toMatchObject(genuine);
  });

  it('that the page makes as an example is genuine', async () => {
    expect(await checkSignature({ ...(await signExample(nowMs)), nowMs })).toMatchObject({ isGenuine: true });
  });

  it.each([
    [
      'was parsed and written again',
      { body: JSON.stringify(JSON.parse(sent), null, 2) },
      'The body was changed',
      'the bytes differ',
    ],
    ['has a line break at its end', { body: `${sent}\n` }, 'The body was changed', 'spaces or line breaks around'],
    [
      'has another amount',
      { body: sent.replace('107.20', '107.21') },
      'No signature matches this secret',
      'field order',
    ],
    [
      'is of another secret',
      { secret: `whsec_${btoa('another')}` },
      'No signature matches this secret',
      'another environment',
    ],
    ['has a secret of another form', { secret: 'ramp_sbx_x' }, 'The secret is malformed', 'begins with whsec_'],
    ['has no secret', { secret: '' }, 'The secret is malformed', 'begins with whsec_'],
    [
      'has a header too few',
      { headers: headers(sent).replace('webhook-id', 'id') },
      'A header is missing',
      'webhook-id is missing',
    ],
    ['has no headers', { headers: '{"webhook-id":' }, 'A header is missing', 'webhook-id is missing'],
    [
      'has its time in milliseconds',
      { headers: headers(sent).replace(`${nowMs / 1000}`, `${nowMs}`) },
      'webhook-timestamp is not a time',
      'ten digits',
    ],
    [
      'has a bare signature',
      { headers: headers(sent).replace('v1,', '') },
      'webhook-signature contains no signature',
      'v1,',
    ],
  ])('that %s is refused with the reason', async (_, changes, title, words) => {
    const finding = await check(changes);
    expect(finding).toMatchObject({ isGenuine: false, title });
    expect(finding.details.join(' ')).toContain(words);
  });

  it('whose line breaks became others is refused with the reason', async () => {
    const body = '{\r\n"event":"TEST_EVENT"}';
    const finding = await check({ headers: headers(body), body: body.replace('\r', '') });
    expect(finding).toMatchObject({ isGenuine: false, details: ['The line breaks of the body were changed.'] });
  });

  it.each([
    [2 * 86_400_000, '2 days ago'],
    [-10 * 60_000, '10 minutes from now'],
  ])('of another time has a valid signature', async (ageMs, words) => {
    const finding = await check({ headers: headers(sent, nowMs - ageMs) });
    expect(finding.title).toContain('outside the tolerance');
    expect(finding.details[0]).toContain(words);
  });

  it('that is old and changed is refused for both', async () => {
    const finding = await check({ headers: headers(sent, nowMs - 3_600_000), body: `${sent} ` });
    expect(finding.title).toBe('The body was changed');
    expect(finding.details.join(' ')).toContain('1 hour ago');
  });

  it('that is signed and no JSON says so', async () => {
    expect(await check({ headers: headers('pong'), body: 'pong' })).toMatchObject({
      title: 'The signature is valid, but the body is not a JSON object',
    });
  });
});
