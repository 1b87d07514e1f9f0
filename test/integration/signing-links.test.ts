import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { hiddenFields } from '#test/support/hidden-fields';
import { newReceiver } from '#test/support/lifetime';
import { ENGLISH, expectSafe, getPage, heading, postForm, SPANISH } from '#test/support/pages';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { askForSignature, COMPANY, ownerToSign, sign } from '#test/support/signing';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner();
const receiver = await newReceiver();
await partner.put('/webhook-settings', { url: receiver.url });

function readStatus(userId: string) {
  return partner.get(`/users/${userId}/associated-persons/signatures`).then(({ body }) => body.data.data[0]);
}

describe('a link with nothing to sign', () => {
  const EXPIRED = [410, 'This link has expired', 'Este enlace ha vencido'] as const;
  const VOID = [410, 'This link is no longer valid', 'Este enlace ya no es válido'] as const;
  const UNKNOWN = [404, 'This link is not known', 'No conocemos este enlace'] as const;
  /** The link of a new owner, after a call about the owner. */
  const linkAfter = (method: string, path: (person: string) => string) => async () => {
    const owner = await ownerToSign(partner);
    const answer = await partner.send(method, path(`/users/${owner.userId}/associated-persons/${owner.personId}`));
    expect(answer.status, answer.text).toBe(200);
    return owner;
  };
  const withdrawn = linkAfter('DELETE', (person) => `${person}/signature`);
  const replaced = async () => {
    const owner = await withdrawn();
    const newer = await askForSignature(partner, owner.userId);
    expect(newer.signingUrl).not.toBe(owner.signingUrl);
    return owner;
  };
  const link = (token: string) => async () => ({ signingUrl: `${running.baseUrl}/sign/${token}` });
  const cases: readonly [
    string,
    () => Promise<{ readonly signingUrl: string }>,
    typeof EXPIRED | typeof VOID | typeof UNKNOWN,
  ][] = [
    ['expired', linkAfter('POST', (person) => `/sandbox${person}/expire`), EXPIRED],
    ['withdrawn', withdrawn, VOID],
    ['replaced', replaced, VOID],
    ['of a person who was removed', linkAfter('DELETE', (person) => person), VOID],
    ['unknown', link('A'.repeat(43)), UNKNOWN],
    ['cut off', link('abc'), UNKNOWN],
    ['of no form', link(encodeURIComponent('<img src=x onerror=alert(1)>')), UNKNOWN],
  ];

  it.each(cases)(
    'that is %s says so in both languages, to readers and to signers',
    async (_what, make, [status, english, spanish]) => {
      const { signingUrl: url } = await make();
      const pages = [
        [await getPage(url, ENGLISH), english],
        [await getPage(url, SPANISH), spanish],
        [await getPage(`${url}?lang=es`, ENGLISH), spanish],
        [await postForm(url, { fullName: 'Jacinta Wolffsberg', consent: 'yes', way: 'typed' }, ENGLISH), english],
      ] as const;
      for (const [page, text] of pages) {
        expect([page.status, heading(page)]).toEqual([status, text]);
        expectSafe(page);
        for (const secret of ['Jacinta', COMPANY, 'WOJA']) expect(page.html).not.toContain(secret);
      }
    },
  );

  it('also says that it was signed when its person was removed later', async () => {
    const { userId, personId, signingUrl } = await ownerToSign(partner);
    await sign(signingUrl);
    await partner.send('DELETE', `/users/${userId}/associated-persons/${personId}`);
    const page = await getPage(signingUrl, ENGLISH);
    expect([page.status, heading(page)]).toEqual([200, 'This declaration is signed']);
    expectSafe(page);
    expect(page.html).not.toContain('<code>');
  });
});

describe('a signature', () => {
  const signedEvents = (userId: string) =>
    allItems(running.stack, partner.partnerId).then((items) =>
      items.filter(
        ({ PK, SK, event, eventType }) =>
          PK === `USER#${userId}` && String(SK).startsWith('NTF#') && (event ?? eventType) === 'DOCUMENT_SIGNED',
      ),
    );

  it('counts once of ten at the same time', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    const { html } = await getPage(signingUrl, ENGLISH);
    const fields = { ...hiddenFields(html), way: 'typed', consent: 'yes' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postForm(signingUrl, { ...fields, fullName: 'Jacinta Wolffsberg' }, ENGLISH)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(409)]);
    expect((await readStatus(userId)).status).toBe('SIGNED');
    expect(await signedEvents(userId)).toHaveLength(1);
  });

  it('is notified once, and the link is only in the answer to the request for it', async () => {
    const { userId, personId, signingUrl } = await ownerToSign(partner);
    const token = signingUrl.split('/').at(-1) ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    await sign(signingUrl, { way: 'drawn', drawing: '10 10 400 300;500 20 900 380' });
    await postForm(signingUrl, {});
    const webhooks = () =>
      receiver.received.filter(({ body }) => body.includes(personId) && body.includes('DOCUMENT_SIGNED'));
    await until(() => webhooks().length > 0);
    // Events are sent in the order of their changes: a second one would have come before this.
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
});

describe('the route', () => {
  it.each(['PUT', 'DELETE', 'PATCH'])('has no %s', async (method) => {
    const response = await fetch(`${running.baseUrl}/sign/${'A'.repeat(43)}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
    await response.text();
  });

  it('does not accept the token of another kind of link, nor a longer path', async () => {
    const userId = await partner.newUser();
    const created = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
    expect(created.status, created.text).toBe(201);
    const url = String(created.body.data.kycLink).replace('/verify/', '/sign/');
    expect((await getPage(url, ENGLISH)).status).toBe(404);
    expect((await getPage(`${url}/more`, ENGLISH)).status).toBe(404);
  });
});
