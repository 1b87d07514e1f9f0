import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { isAudit } from '#functions/workers/project-changes/copy-audit';
import { handler } from '#functions/workers/project-changes/handler';
import { bankAccountCreationWrites, bankAccountDeletionWrites } from '#shared/bank-accounts/repository';
import { readChanges } from '#shared/changes/repository';
import { saveVerificationStart } from '#shared/identity/repository';
import { readAuditCopies } from '#shared/partners/audit/copies/repository';
import { recordAction } from '#shared/partners/repository';
import { saveQuote, spendQuote } from '#shared/quotes/repository';
import { findBusinessWithPersons, removePerson } from '#shared/signatures/associated-persons/repository';
import type { User } from '#shared/users/domain/user';
import { userWrites } from '#shared/users/repository';
import { utcDay } from '#shared/values/calendar/calendar-day';
import { aDeclaration } from '#test/support/builders/associated-persons';
import { aUserAccount } from '#test/support/builders/bank-accounts';
import { aRampQuote } from '#test/support/builders/quotes';
import { anOnRamp } from '#test/support/builders/transactions';
import { anIdentityVerification } from '#test/support/builders/users';
import { aBusiness, storePerson } from '#test/support/handlers/declarations';
import { storeNotification } from '#test/support/handlers/notifications';
import { leaves, streamEvent, withProjection } from '#test/support/handlers/worker-events';
import { createWorld, type World } from '#test/support/handlers/world';

/** Returns the committed changes that the stream filter of `projectChanges` accepts, as stream records. */
const records = (world: World) => streamEvent(withProjection(world.table.changes)).Records;
const audited = ({ table }: World) => streamEvent(table.changes).Records.filter(isAudit);
const project = (Records: DynamoDBRecord[]) => handler({ Records });
const ofEntity = (all: readonly DynamoDBRecord[], entity: string) =>
  all.filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === entity);

/** Returns the partner's change feed, oldest first, with parsed resources. */
async function feed({ partner }: World, { id } = partner) {
  const request = { from: { page: 0, index: 0 }, types: undefined, limit: 1000, nowMs: Date.now() };
  const { changes } = await readChanges(id, request);
  return changes.map((change) => ({ ...change, resource: JSON.parse(change.resource) }));
}
const versions = async (world: World, partner = world.partner) =>
  (await feed(world, partner)).map(({ id, version }) => `${id}@${version}`);

/** Returns the items of all partitions with this prefix. */
const under = ({ table }: World, prefix: string) => table.items().filter(({ PK }) => String(PK).startsWith(prefix));

/** Returns the stored row count of each list of the partner. */
function counts(world: World) {
  const prefix = `COUNT#L#${world.partner.id}#`;
  return Object.fromEntries(under(world, prefix).map(({ PK, rows }) => [String(PK).slice(prefix.length), rows]));
}
const OF_A_USER = { 'USER#ALL': 1, 'USER#TYPE#INDIVIDUAL': 1, 'USER#STATUS#NOT_STARTED#TYPE#INDIVIDUAL': 1 };

async function change(world: World, before: User, changes: Partial<User> = {}): Promise<User> {
  const after = { ...before, ...changes, version: before.version + 1, updatedAtMs: Date.now() };
  await world.store(...userWrites(before, after));
  return after;
}

it('counts the lists of a new user, and adds the user to the feed', async () => {
  const world = await createWorld('projectChanges');
  const { id, email } = await world.user();
  expect(await project(records(world))).toEqual(leaves());
  expect(counts(world)).toEqual(OF_A_USER);
  const at = '2026-01-15T12:00:00.000Z';
  const resource = {
    ...{ id, type: 'INDIVIDUAL', email, externalUserId: null, alias: null, kycStatus: 'NOT_STARTED' },
    ...{ firstName: null, lastName: null, businessName: null, version: 1, createdAt: at, updatedAt: at },
  };
  expect(await feed(world)).toEqual([{ type: 'USER', id, version: 1, at, resource }]);
});

it('goes on with the stream of a restored table, whose sequence numbers may be lower', async () => {
  const world = await createWorld('projectChanges');
  const user = await world.user();
  await change(world, user);
  const earlier = records(world);
  await project(earlier);
  await change(world, { ...user, version: 2 });
  const later = records(world).slice(earlier.length);
  const eventSourceARN = String(later[0]?.eventSourceARN).replace(/\/stream\/.*/, '/stream/2');
  await project(
    later.map((record, index) => {
      const dynamodb = { ...record.dynamodb, SequenceNumber: String(index + 1) };
      return { ...record, eventSourceARN, dynamodb };
    }),
  );
  expect(await versions(world)).toEqual([1, 2, 3].map((version) => `${user.id}@${version}`));
});

it('adds each version of a changed user, and counts where the user went', async () => {
  const world = await createWorld('projectChanges');
  const user = await world.user();
  world.advance(1000);
  await change(world, user, { kycStatus: 'VERIFIED' });
  await project(records(world));
  expect(await feed(world)).toMatchObject([
    { version: 1, at: '2026-01-15T12:00:00.000Z', resource: { kycStatus: 'NOT_STARTED', version: 1 } },
    { version: 2, at: '2026-01-15T12:00:01.000Z', resource: { kycStatus: 'VERIFIED', version: 2 } },
  ]);
  const moved = { 'USER#STATUS#NOT_STARTED#TYPE#INDIVIDUAL': 0, 'USER#STATUS#VERIFIED#TYPE#INDIVIDUAL': 1 };
  expect(counts(world)).toEqual({ ...OF_A_USER, ...moved });
});

async function submitVerification(user: User) {
  const verification = anIdentityVerification(user);
  await saveVerificationStart(user, verification, { stepAtMs: undefined });
  return verification;
}

async function useQuote(world: World) {
  const quote = aRampQuote({ partnerId: world.partner.id });
  await saveQuote(quote);
  await world.store(spendQuote(quote.id, 'T'));
  return quote;
}

it.each<[string, (world: World, user: User) => Promise<{ readonly id: string }>, object]>([
  ['KYC', (_, user) => submitVerification(user), { status: 'IN_PROGRESS' }],
  ['SIGNATURE', (_, user) => storePerson(user), { name: 'Lucía Hernández' }],
  ['QUOTE', useQuote, { transactionId: 'T' }],
  ['TRANSACTION', (world, { id: userId }) => world.transaction(anOnRamp({ userId })), { status: 'PENDING_PAYMENT' }],
  ['NOTIFICATION', (world) => storeNotification(world), { payload: { sequence: 1, status: 'CANCELLED' } }],
])('adds a %s', async (type, store, resource) => {
  const world = await createWorld('projectChanges');
  const user = await world.user(aBusiness);
  const { id } = await store(world, user);
  await project(records(world));
  const added = (await feed(world)).filter((one) => one.type === type);
  expect(added).toMatchObject([{ id, version: 1, at: '2026-01-15T12:00:00.000Z', resource }]);
});

it('adds nothing of persons who do not sign, and of quotes that no transaction uses', async () => {
  const world = await createWorld('projectChanges');
  await storePerson(await world.user(aBusiness), { role: 'DIRECTOR' });
  await saveQuote(aRampQuote({ partnerId: world.partner.id }));
  await project(records(world));
  expect((await feed(world)).map(({ type }) => type)).toEqual(['USER', 'USER']);
});

it('says when a bank account was deleted, and counts it no more', async () => {
  const world = await createWorld('projectChanges');
  const account = aUserAccount(await world.user());
  await world.store(...bankAccountCreationWrites(account));
  await project(records(world));
  expect(counts(world)).toMatchObject({ [`BANK#USER#${account.userId}`]: 1 });
  world.advance(1000);
  await world.store(...bankAccountDeletionWrites(account, Date.now()));
  await project(records(world));
  const [, created, deleted] = await feed(world);
  expect(created).toMatchObject({ type: 'BANK_ACCOUNT', id: account.id, version: 1 });
  expect(created?.resource).not.toHaveProperty('deletedAt');
  const at = '2026-01-15T12:00:01.000Z';
  expect(deleted).toMatchObject({ type: 'BANK_ACCOUNT', id: account.id, version: 2, at, resource: { deletedAt: at } });
  expect(counts(world)).toMatchObject({ [`BANK#USER#${account.userId}`]: 0 });
});

it('has the result of a check of a payee, and not the name that the bank gave', async () => {
  const world = await createWorld('projectChanges');
  const payeeCheck = { result: 'CLOSE_MATCH', name: 'Wolffsberg', atMs: Date.now() } as const;
  await world.store(...bankAccountCreationWrites({ ...aUserAccount(await world.user()), payeeCheck }));
  await project(records(world));
  const changes = await feed(world);
  expect(changes.at(-1)).toMatchObject({ resource: { payeeCheck: { result: 'CLOSE_MATCH', name: null } } });
  expect(JSON.stringify(changes)).not.toContain('Wolffsberg');
});

it.each([
  ['PENDING', aDeclaration()],
  ['SIGNED', aDeclaration({ status: 'SIGNED', signed: { atMs: 0, key: 'k', sha256: 's' } })],
])('has the signature of an owner that is %s, and no link of a person', async (status, declaration) => {
  const world = await createWorld('projectChanges');
  const user = await world.user(aBusiness);
  await storePerson(user, { declaration });
  await submitVerification(user);
  await project(records(world));
  const changes = await feed(world);
  expect(changes.filter(({ type }) => type === 'SIGNATURE')).toMatchObject([{ resource: { status } }]);
  expect(JSON.stringify(changes)).not.toMatch(/\/(sign|verify)\//);
});

it('says when an owner was removed', async () => {
  const world = await createWorld('projectChanges');
  const owner = await storePerson(await world.user(aBusiness));
  const business = await findBusinessWithPersons(owner.userId);
  if (business === undefined) throw new Error('The business is not stored');
  world.advance(1000);
  await removePerson(business, owner, Date.now());
  await project(records(world));
  const changes = (await feed(world)).filter(({ type }) => type === 'SIGNATURE');
  const removedAt = '2026-01-15T12:00:01.000Z';
  expect(changes).toMatchObject([
    { id: owner.id, version: 1 },
    { id: owner.id, version: 2, at: removedAt, resource: { userId: owner.userId, removedAt } },
  ]);
});

it('changes nothing twice where the stream repeats', async () => {
  const world = await createWorld('projectChanges');
  const user = await world.user();
  await project(records(world));
  const stored = world.table.items();
  expect(await project(records(world))).toEqual(leaves());
  expect(world.table.items()).toEqual(stored);
  await change(world, user);
  await world.user();
  await project(records(world));
  expect(await versions(world)).toHaveLength(3);
  expect(counts(world)).toMatchObject({ 'USER#ALL': 2 });
});

it.each(['UpdateItem', 'TransactWriteItems'] as const)(
  'loses to another run of the batch before its %s',
  async (on) => {
    const world = await createWorld('projectChanges');
    const { id } = await world.user();
    const batch = records(world);
    world.table.beforeNext(on, () => project(batch));
    expect(await project(batch)).toEqual(leaves());
    expect(counts(world)).toEqual(OF_A_USER);
    expect(await versions(world)).toEqual([`${id}@1`]);
  },
);

it('writes the next page where another shard has written this one', async () => {
  const world = await createWorld('projectChanges');
  const [{ id: first }, { id: second }] = [await world.user(), await world.user()];
  const [one, two] = ofEntity(records(world), 'USER');
  if (one === undefined || two === undefined) throw new Error('Two users were not stored');
  world.table.beforeNextWrite(() => project([two]));
  expect(await project([one])).toEqual(leaves());
  expect(await versions(world)).toEqual([`${second}@1`, `${first}@1`]);
  expect(world.table.items('FEED')).toMatchObject([{ SK: 'PAGE#0000000000000001' }, { SK: 'PAGE#0000000000000002' }]);
});

it('has the stream repeat from the first row of a list that could not be counted', async () => {
  const world = await createWorld('projectChanges');
  const { id } = await world.transaction(anOnRamp());
  const batch = records(world);
  world.table.throttle(1, 'UpdateItem');
  expect(await project(batch)).toEqual(leaves('2'));
  const measured = () => world.log.lines.filter((line) => 'transactionsCreated:ON_RAMP' in line);
  expect(measured()).toEqual([]);
  expect(await project(batch.slice(1))).toEqual(leaves());
  expect(counts(world)).toMatchObject({ 'USER#ALL': 1, 'USER#TYPE#INDIVIDUAL': 1, 'TX#ALL': 1 });
  expect(await versions(world)).toContain(`${id}@1`);
  expect(measured()).toMatchObject([{ 'transactionsCreated:ON_RAMP': 1 }]);
});

it.each([
  ['a count', (all: DynamoDBRecord[]) => all, leaves('2')],
  ['a page', (all: DynamoDBRecord[]) => ofEntity(all, 'USER'), leaves()],
])('takes each record once where the response to %s was lost', async (_, select, response) => {
  const world = await createWorld('projectChanges');
  const { id } = await world.user();
  world.table.loseNextResponse();
  expect(await project(select(records(world)))).toEqual(response);
  expect(await project(records(world))).toEqual(leaves());
  expect(counts(world)).toEqual(OF_A_USER);
  expect(await versions(world)).toEqual([`${id}@1`]);
  expect(world.table.items('FEED_WAITING')).toEqual([]);
});

/** Makes the table reject `count` DynamoDB transactions in all five attempts. */
const throttleTransactions = (world: World, count: number) => world.table.throttle(5 * count, 'TransactWriteItems');

// Record 8 is a list row, and record 9 is a user. The stream must repeat from either kind of record.
it.each([8, 9])('has the stream repeat from record %i where the table takes nothing from there', async (first) => {
  const world = await createWorld('projectChanges');
  const users = [await world.user(), await world.user(), await world.user()];
  const batch = records(world).slice(first - 1);
  throttleTransactions(world, 2);
  world.table.throttle(3, 'UpdateItem');
  expect(await project(batch)).toEqual(leaves(String(first)));
  expect(await feed(world)).toEqual([]);
  expect(counts(world)).toEqual({});
  expect(await project(records(world))).toEqual(leaves());
  expect(await versions(world)).toEqual(users.map(({ id }) => `${id}@1`));
  expect(counts(world)).toMatchObject({ 'USER#ALL': 3 });
});

it('copies every write of audit records and approvals, once, and changes of the journal', async () => {
  const world = await createWorld('projectChanges');
  const { id } = world.partner;
  await recordAction({ partnerId: id, atMs: Date.now(), operator: 'olga', verb: 'limits set', details: {} });
  const inserted = audited(world).at(-1);
  if (inserted === undefined) throw new Error('There is no audit record');
  const image = inserted.dynamodb?.NewImage;
  const keys = { PK: { S: 'JOURNAL#2026-01-15#1' }, SK: { S: 'one' } };
  const entry = { Keys: keys, OldImage: keys, NewImage: keys };
  const later = (sequence: string, eventName: 'MODIFY' | 'REMOVE', dynamodb: object): DynamoDBRecord => ({
    ...{ ...inserted, eventName, dynamodb: { ...inserted.dynamodb, SequenceNumber: sequence, ...dynamodb } },
  });
  const batch = [
    inserted,
    later('900', 'MODIFY', { OldImage: image }),
    later('901', 'REMOVE', { NewImage: undefined, OldImage: image }),
    later('902', 'MODIFY', entry),
  ];
  for (let time = 0; time < 2; time += 1) expect(await project(batch)).toEqual(leaves());
  const copies = await readAuditCopies(utcDay(Date.now()));
  const { PK, SK } = copies[0]?.of ?? {};
  expect(copies).toMatchObject([
    { change: 'INSERT', of: { PK: `AUDIT#${id}` }, image: { PK, SK, operator: 'olga', verb: 'limits set' } },
    ...[{ change: 'MODIFY' }, { change: 'REMOVE' }],
    { change: 'MODIFY', of: { PK: 'JOURNAL#2026-01-15#1', SK: 'one' } },
  ]);
});

it('repeats from an audit record that could not be copied', async () => {
  const world = await createWorld('projectChanges');
  await recordAction({ partnerId: world.partner.id, atMs: Date.now(), verb: 'limits set', details: {} });
  const batch = audited(world);
  world.table.failNext(new Error('no table'), 'write');
  expect(await project(batch)).toEqual(leaves(batch[0]?.dynamodb?.SequenceNumber ?? ''));
  expect(await project(batch)).toEqual(leaves());
});

it('counts a movement of money whose debits differ from its credits, and no other', async () => {
  const world = await createWorld('projectChanges');
  const movement = (id: string, credit: string): DynamoDBRecord => {
    const line = (side: string, amount: string) => ({
      M: { account: { S: 'settlement:pay-in' }, side: { S: side }, amount: { S: amount }, currency: { S: 'MXN' } },
    });
    const Keys = { PK: { S: 'JOURNAL#2026-01-15#1' }, SK: { S: `${id}#1` } };
    const entries = { L: [line('DEBIT', '10.00'), line('CREDIT', credit)] };
    const NewImage = { ...Keys, partnerId: { S: world.partner.id }, entries };
    return { eventName: 'INSERT', dynamodb: { Keys, NewImage, SequenceNumber: `90${id}` } };
  };
  await project([movement('1', '10.00'), movement('2', '9.00')]);
  expect(world.log.lines).toContainEqual(expect.objectContaining({ entryUnbalanced: 1 }));
});
