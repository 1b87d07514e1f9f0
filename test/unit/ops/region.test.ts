import { beforeEach, expect, it } from 'vitest';
import { regionCheckKey, writingRegionKey } from '#shared/dynamodb/keys';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { deleteItem } from '#shared/dynamodb/writes';
import { findWritingRegion } from '#shared/regions/repository';
import { newHold } from '#shared/transactions/domain/hold';
import { findPayout, payoutCreationWrite, payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { findTransaction, transactionCreationWrites } from '#shared/transactions/repository';
import { insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { REGION_OUTPUTS, REGIONS, storeChecked, storeFenced } from '#test/support/region-record';
import { startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const engine = startedForTests(startTable);
startedForTests(startLoopbackIdentity);
const outputs = startedForTests(startLoopbackOutputs);

beforeEach(async () => {
  outputs().stacks.set('PartnerRamp-sandbox', { ...REGION_OUTPUTS });
  await writeAtomically([deleteItem(writingRegionKey), deleteItem(regionCheckKey(1))]);
});

const region = (...args: readonly string[]) =>
  ops(['region', ...args, '--env', 'sandbox', '--json', '--endpoint', engine().endpoint, '--table', 'delivery-test']);
const promote = () => region('promote', '--reason', 'ticket 1');

it('a Region is promoted only after the fence, its settling and a check that left nothing', async () => {
  const nowMs = Date.now();
  const refused = async (error: string) =>
    expect(await promote()).toMatchObject({ code: 1, error: expect.stringContaining(error) });
  await refused('us-east-1 writes and is not fenced');
  expect(await region('fence', '--as', 'denied', '--reason', 'ticket 1')).toMatchObject({ code: 0, error: '' });
  await refused('may still be at work');
  expect(await region('check')).toMatchObject({ code: 1, error: expect.stringContaining('may still be at work') });
  await storeFenced(nowMs);
  await refused('not checked since the fence');
  await storeChecked(nowMs - 600_000);
  await refused('not checked since the fence');
  await storeChecked(nowMs, 2);
  await refused('left 2 findings as they were');
  expect(await region('check')).toMatchObject({ code: 0 });
  expect(await promote()).toMatchObject({ code: 0, error: '' });
  const writing = await findWritingRegion(REGIONS.first);
  expect(writing).toMatchObject({ region: REGIONS.second, epoch: 2 });
  expect(writing.fence).toBeUndefined();
  expect(writing.reviewBeforeMs).toBeGreaterThan(nowMs);
  expect(JSON.parse((await region('status')).out)).toMatchObject({
    here: REGIONS.second,
    region: REGIONS.second,
    epoch: 2,
  });
});

it('nothing waits for a person where all has arrived from a frozen Region', async () => {
  const fence = {
    kind: 'FROZEN',
    reason: 'drill',
    operator: 'setup',
    atMs: Date.now() - 600_000,
    isComplete: true,
  } as const;
  await storeFenced(Date.now(), { fence });
  await storeChecked(Date.now());
  expect(await promote()).toMatchObject({ code: 0 });
  const writing = await findWritingRegion(REGIONS.first);
  expect([writing.epoch, writing.reviewBeforeMs]).toEqual([2, undefined]);
});

it.each([
  [['--reason', 'r'], 'Give either --as or --lost'],
  [['--as', 'frozen', '--lost', '--reason', 'r'], 'Give either --as or --lost'],
  [['--lost', '--complete', '--reason', 'r'], '--complete goes with --as frozen'],
  [['--as', 'denied', '--complete', '--reason', 'r'], '--complete goes with --as frozen'],
  [['--lost'], '--reason'],
])('region fence %j is not understood', async (args, error) => {
  expect(await region('fence', ...args)).toMatchObject({ code: 2, error: expect.stringContaining(error) });
  expect(await findWritingRegion(REGIONS.first)).toMatchObject({ version: 0 });
});

it('a Region is fenced once, and once more where all of it has arrived', async () => {
  expect(await region('fence', '--lost', '--reason', 'ticket 1')).toMatchObject({ code: 0 });
  const again = await region('fence', '--as', 'denied', '--reason', 'ticket 1');
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining('is fenced already') });
  expect(await region('fence', '--as', 'frozen', '--complete', '--reason', 'ticket 2')).toMatchObject({ code: 0 });
  expect(await findWritingRegion(REGIONS.first)).toMatchObject({ fence: { kind: 'FROZEN', isComplete: true } });
});

it.each([
  [['--reference', 'p-1'], { reference: 'p-1', ordered: true }],
  [['--unknown'], { reference: undefined, ordered: false }],
])('a payout in doubt goes on by what its provider knows: %j', async (args, expected) => {
  const atMs = Date.now();
  const user = aUser();
  await insertUser(user);
  const hold = newHold({ reason: 'COMPLIANCE_REVIEW', requestedInformation: [] }, atMs, undefined);
  const life = { createdAtMs: atMs, updatedAtMs: atMs, deadlineMs: undefined, hold };
  const of = { partnerId: user.partnerId, userId: user.id, status: 'READY_BANK_TRANSFER' as const };
  const held = aCrossRamp({ id: newId(atMs), ...of, ...life });
  await writeAtomically([...transactionCreationWrites(held), payoutCreationWrite(held, atMs)]);
  const call = ['resolve', '--transaction', held.id, ...args, '--reason', 'ticket 1'];
  expect(await region(...call)).toMatchObject({ code: 1, error: expect.stringContaining('is not in doubt') });
  const payout = await findPayout(held.id);
  if (payout === undefined) throw new Error('There is no payout');
  await writeAtomically([payoutReplacementWrite(payout, { ...payout, reviewed: 2 }, undefined)]);
  expect(await region(...call)).toMatchObject({ code: 0, error: '' });
  expect((await findTransaction(held.id))?.hold).toBeUndefined();
  const { reference, ordered } = (await findPayout(held.id)) ?? {};
  expect({ reference, ordered }).toEqual(expected);
});

it('a stage of one Region has none to change', async () => {
  outputs().stacks.set('PartnerRamp-sandbox', {});
  expect(await region('status')).toMatchObject({ code: 1, error: expect.stringContaining('no such output') });
});
