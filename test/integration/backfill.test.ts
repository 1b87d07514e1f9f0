/** A backfill on a running stack, beside notifications that are being made and delivered: partners notice nothing. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { errorPayloadText } from '#ops/backfills/error-payload-text';
import { runBackfill } from '#ops/backfills/run-backfill';
import { UnitRate } from '#ops/backfills/unit-rate';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { testPayload } from '#shared/webhooks/domain/payload';
import { newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { allItems } from '#test/support/table-census';

/** Fewer than a page of the feed and of the list. */
const BEFORE = 12;
const DURING = 12;

const running = await ownStack();
const partner = await running.newPartner();
const receiver = await newReceiver();
await partner.put('/webhook-settings', { url: receiver.url });

const notifications = async () =>
  (await allItems(running.stack, partner.partnerId)).filter(({ entity }) => entity === 'NTF');
const allSent = async (count: number) =>
  (await notifications()).filter(({ status }) => status === 'SENT').length === count;
/** Reads the whole feed of a partner that has read nothing: each version that it holds. */
async function readFeed(): Promise<string[]> {
  const changes: { type: string; id: string; version: number }[] = [];
  let [cursor, length] = ['', -1];
  while (changes.length > length) {
    length = changes.length;
    const { data } = (await partner.get(`/changes?limit=100${cursor && `&cursor=${cursor}`}`)).body;
    changes.push(...data.data);
    cursor = data.nextCursor;
  }
  return changes.filter(({ type }) => type === 'NOTIFICATION').map(({ id, version }) => `${id} ${version}`);
}

/** Makes notifications of the old form whose outbox is open until they are delivered. */
async function makeOpen(): Promise<void> {
  for (let count = 0; count < DURING; count += 1) {
    const item = newNotificationItem({
      subject: { kind: 'TX', id: newId(Date.now()) },
      sequence: 1,
      partnerId: partner.partnerId,
      event: 'TEST_EVENT',
      userId: null,
      payload: testPayload(),
      deliver: true,
      atMs: Date.now(),
    });
    await writeAtomically(notificationItemWrites({ ...item, latestErrorPayload: { success: false } }));
  }
}

it('publishes nothing again, and adds nothing to the feed', async () => {
  for (let count = 0; count < BEFORE; count += 1) await partner.post('/webhook-settings/test');
  await until(() => allSent(BEFORE));
  // As a release before stored it. Like a backfill, this changes no version and opens no outbox.
  const old = await notifications();
  for (const { PK, SK } of old)
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { PK, SK },
        UpdateExpression: 'SET latestErrorPayload = :old',
        ExpressionAttributeValues: { ':old': { success: false } },
      }),
    );

  const pace = { now: Date.now, pause: (ms: number) => new Promise<void>((go) => setTimeout(go, ms)) };
  const run = () =>
    runBackfill({
      name: 'error-payload-text',
      backfill: errorPayloadText,
      rate: new UnitRate(5000, pace),
      segments: 2,
      dryRun: false,
    });
  const [first] = await Promise.all([run(), makeOpen()]);
  expect(first.changed).toBeGreaterThanOrEqual(BEFORE);
  expect(first.left).toBe(0);
  await run();
  expect(await run()).toMatchObject({ found: 0, changed: 0 });

  // The stream keeps its order: what a backfill had published would come before this one, which is made after it.
  await partner.post('/webhook-settings/test');
  const total = BEFORE + DURING + 1;
  await until(() => allSent(total));
  const versions = (await notifications()).map(({ version }) => Number(version));
  const expected = versions.reduce((sum, version) => sum + version, 0);
  await until(async () => (await readFeed()).length >= expected);

  const feed = await readFeed();
  expect(feed).toHaveLength(expected);
  expect(new Set(feed).size).toBe(expected);
  const ids = receiver.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(total);
  expect(ids).toHaveLength(total);
  const forms = (await notifications()).map(({ latestErrorPayload }) => typeof latestErrorPayload);
  expect(forms).not.toContain('object');
  expect(forms.filter((form) => form === 'string').length).toBeGreaterThanOrEqual(BEFORE);
});
