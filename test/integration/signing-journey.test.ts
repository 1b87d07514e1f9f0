import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { postForm } from '#test/support/pages';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { COMPANY, ownerToSign, sign } from '#test/support/signing';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner();
const receiver = await newReceiver();
await partner.put('/webhook-settings', { url: receiver.url });

it('a signature is notified once, and the link is only in the response to the request for it', async () => {
  const { userId, personId, signingUrl } = await ownerToSign(partner);
  const token = signingUrl.split('/').at(-1) ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  await sign(signingUrl, { way: 'drawn', drawing: '10 10 400 300;500 20 900 380' });
  await postForm(signingUrl, {});
  const webhooks = () =>
    receiver.received.filter(({ body }) => body.includes(personId) && body.includes('DOCUMENT_SIGNED'));
  await until(() => webhooks().length > 0);
  // A second signature event would have been sent before the test event.
  await partner.post('/webhook-settings/test');
  await until(() => receiver.received.some(({ body }) => body.includes('TEST_EVENT')));
  const [webhook] = webhooks();
  expect(webhooks()).toHaveLength(1);
  expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
    type: 'SIGNATURE',
    event: 'DOCUMENT_SIGNED',
    associatedPersonId: personId,
  });

  const items = JSON.stringify(await allItems(running.stack, partner.partnerId));
  expect(items).toContain(`LINK#${createHash('sha256').update(token).digest('hex')}`);
  const log = readFileSync(running.logFile, 'utf8');
  expect(log).toContain('"endpoint":"submitSignature"');
  const notifications = await partner.get('/webhook-notifications?limit=100');
  const places = {
    items,
    log,
    notifications: notifications.text,
    webhooks: JSON.stringify(receiver.received),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text, place).not.toContain(token);
    expect(text, place).not.toContain('/sign/');
  }
  for (const text of ['Jacinta', 'Wolffsberg', COMPANY, 'WOJA800504AB1']) expect(log).not.toContain(text);
  expect((await partner.get(`/users/${userId}/associated-persons/signatures`)).text).not.toContain(token);
});
