/** Webhooks about verification links: opened, expired, abandoned, sent again. */
import { expect, it } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import { getPage, postForm } from '#test/support/pages';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

async function newLink(partner: ApiClient, userId: string): Promise<string> {
  const answer = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.kycLink;
}

/** The events about a user, in their order. */
async function eventsOf(partner: ApiClient, userId: string): Promise<string[]> {
  const { data } = (await partner.get(`/webhook-notifications?userId=${userId}&limit=100`)).body.data;
  return data.map(({ eventType }: { eventType: string }) => eventType).toReversed();
}

const expire = (partner: ApiClient, userId: string) =>
  partner.post(`/sandbox/users/${userId}/verification-link/expire`);
const send = (url: string) => postForm(url, { action: 'send' });

it('a link is reported once when it is opened, however often and by however many, and once when it is abandoned', async () => {
  const partner = await running.newPartner();
  const userId = await partner.newUser();
  const url = await newLink(partner, userId);
  const pages = await Promise.all(Array.from({ length: 6 }, () => getPage(url)));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  await getPage(url);
  const answer = await expire(partner, userId);
  expect(answer.body.data, answer.text).toMatchObject({ userId, event: 'VERIFICATION_ABANDONED', kind: 'KYC' });
  expect((await getPage(url)).status).toBe(410);
  expect((await send(url)).status).toBe(410);
  expect((await expire(partner, userId)).status).toBe(409);
  expect(await eventsOf(partner, userId)).toEqual(['VERIFICATION_LINK_OPENED', 'VERIFICATION_ABANDONED']);
  // The change feed has both, and nothing that opens the page.
  await until(async () => {
    const { text } = await partner.get('/changes?types=NOTIFICATION&limit=100');
    expect(text).not.toContain(url.slice(-43));
    return ['VERIFICATION_LINK_OPENED', 'VERIFICATION_ABANDONED'].every((event) => text.includes(event));
  });
});

it('another partner ends no link, and a link in a path of another form ends none', async () => {
  const [partner, other] = await Promise.all([running.newPartner(), running.newPartner()]);
  const userId = await partner.newUser();
  const url = await newLink(partner, userId);
  expect((await expire(other, userId)).status).toBe(401);
  expect((await expire(partner, `${userId}%2F..`)).status).toBeGreaterThanOrEqual(400);
  expect((await getPage(`${url}?step=%00&lang=<script>`)).status).toBe(200);
  expect(await eventsOf(partner, userId)).toEqual(['VERIFICATION_LINK_OPENED']);
});

it('a link that asks for refused items again is reported with the reasons', async () => {
  const partner = await running.newPartner();
  const userId = await partner.newUser();
  await partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Eva', lastName: 'Rejected' });
  await until(async () => (await eventsOf(partner, userId)).includes('REJECTED_KYC'));
  const before = (await partner.get(`/users/${userId}`)).body.data.version;
  await newLink(partner, userId);
  expect((await partner.get(`/users/${userId}`)).body.data.version).toBe(before + 1);
  const { data } = (await partner.get(`/webhook-notifications?userId=${userId}`)).body.data;
  const { payload } = (await partner.get(`/webhook-notifications/${data[0].id}`)).body.data;
  const event = 'VERIFICATION_RESUBMISSION_REQUESTED';
  expect(payload).toMatchObject({ type: 'KYC', event, reasons: ['DOCUMENT_NOT_ACCEPTED'], openedAt: null });
});
