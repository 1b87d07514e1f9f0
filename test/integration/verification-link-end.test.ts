/** Verification links that end by the clock. */
import { expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { temporaryFolder } from '#test/support/lifetime';
import { getPage, postForm } from '#test/support/pages';
import { startTestStack } from '#test/support/test-stack';

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

it('links end after a day by themselves: only what was neither submitted nor replaced is reported', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestStack({ dataDir });
  const partner = await first.newPartner();
  const [unopened, abandoned, submitted, replaced, started] = [
    await partner.newUser(),
    await partner.newUser(),
    await partner.newUser(),
    await partner.newUser(),
    await partner.newUser(),
  ];
  const urls = new Map<string, string>();
  for (const userId of [unopened, abandoned, submitted, replaced, started])
    urls.set(userId, await newLink(partner, userId));
  await getPage(urls.get(abandoned) ?? '');
  expect((await send(urls.get(submitted) ?? '')).status).toBe(303);
  await expire(partner, replaced);
  await newLink(partner, replaced);
  await newLink(partner, replaced);
  await partner.post(`/users/${started}/kyc`, { country: 'MX', firstName: 'Eva', lastName: 'Review' });
  const decided = async (userId: string) => (await eventsOf(partner, userId)).length === 2;
  await until(async () => (await decided(submitted)) && (await decided(started)));
  await first.stop();

  const second = await startTestStack({ dataDir, settings: { CLOCK_OFFSET_S: String(86_400 + 60) } });
  const later = new ApiClient(second.baseUrl, partner.apiKey, partner.partnerId);
  for (let time = 0; time < 2; time += 1) await second.stack.invoke('sweepOverdue', {});
  await until(async () => (await eventsOf(later, abandoned)).includes('VERIFICATION_ABANDONED'));
  await until(async () => (await eventsOf(later, replaced)).length === 2);
  await until(async () => (await eventsOf(later, unopened)).length > 0);
  expect(await eventsOf(later, unopened)).toEqual(['VERIFICATION_LINK_EXPIRED']);
  expect(await eventsOf(later, abandoned)).toEqual(['VERIFICATION_LINK_OPENED', 'VERIFICATION_ABANDONED']);
  // One by the sandbox, and one of the newest link alone.
  expect(await eventsOf(later, replaced)).toEqual(['VERIFICATION_LINK_EXPIRED', 'VERIFICATION_LINK_EXPIRED']);
  expect(await eventsOf(later, submitted)).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
  expect(await eventsOf(later, started)).toEqual(['CREATED_KYC', 'REVIEW_NEEDED_KYC']);
  await second.stop();
});
