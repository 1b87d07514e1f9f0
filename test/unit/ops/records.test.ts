import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBucketService } from '#local/engines/buckets/bucket-service';
import { localClient } from '#local/engines/local-cloud';
import { startQueueEngine } from '#local/engines/queue-engine';
import { startHttpServer } from '#local/processes/http-server';
import { insertApproval } from '#ops/approvals/repository';
import { payoutKey } from '#shared/dynamodb/keys';
import { readItem, readPartition } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { createPartner, PLATFORM, readAudit } from '#shared/partners/repository';
import { newHold } from '#shared/transactions/domain/hold';
import { findTransaction, transactionCreationWrites } from '#shared/transactions/repository';
import { insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { newStatement } from '#test/support/imported-statement';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { addWaitingOrder } from '#test/support/waiting-order';
import { approved, ops, opsOn, SECOND_PERSON, setStage, toolOnTable } from './tool';
import { verbs } from './verbs';

/** Records that the commands of the operator tool change. */
interface World {
  readonly partnerId: string;
  readonly keyId: string;
  readonly userId: string;
  readonly payerId: string;
  readonly transactionId: string;
  readonly heldId: string;
  /** An approval that another person proposed. */
  readonly approvalId: string;
  /** A bank statement file, and an account with an imported statement. */
  readonly file: string;
  readonly account: string;
  readonly statementId: string;
  readonly exceptionId: string;
}

/** Arguments of each verb that writes or searches. A test fails for a verb that is missing here. */
const CALLS: Readonly<Record<string, (world: World) => readonly string[]>> = {
  'partner create': () => ['--name', 'Other'],
  'partner suspend': ({ partnerId }) => ['--id', partnerId],
  'partner resume': ({ partnerId }) => ['--id', partnerId],
  'key issue': ({ partnerId }) => ['--partner', partnerId],
  'key rotate': ({ partnerId, keyId }) => ['--partner', partnerId, '--id', keyId],
  'key revoke': ({ partnerId, keyId }) => ['--partner', partnerId, '--id', keyId],
  'limits set': ({ partnerId }) => ['--partner', partnerId, '--quote-ttl', '30'],
  'branding set': ({ partnerId }) => ['--partner', partnerId, '--color', '#1b4fd8'],
  'key allow': ({ partnerId, keyId }) => ['--partner', partnerId, '--id', keyId, '--cidr', '203.0.113.0/24'],
  'branding clear': ({ partnerId }) => ['--partner', partnerId],
  'transaction re-emit': ({ transactionId }) => ['--id', transactionId],
  'statement import': ({ file, account }) => ['--file', file, '--format', 'camt.053', '--account', `${account}X`],
  'statement revert': ({ statementId }) => ['--id', statementId],
  'statement show': ({ account, statementId }) => ['--account', account, '--entries', statementId],
  'exception resolve': ({ exceptionId }) => ['--id', exceptionId, '--reason', 'ticket 1'],
  'rail set': () => ['--type', 'SPEI', '--status', 'DEGRADED'],
  'approval approve': ({ approvalId }) => ['--id', approvalId, '--reason', 'ticket 1'],
  'approval reject': ({ approvalId }) => ['--id', approvalId, '--reason', 'ticket 1'],
  'hold release': ({ heldId }) => ['--transaction', heldId, '--reason', 'ticket 1'],
  'hold reject': ({ heldId }) => ['--transaction', heldId, '--reason', 'ticket 1'],
  'books settlement': ({ partnerId }) => ['--partner', partnerId, '--date', '2026-01-05'],
  'order retry': ({ heldId }) => ['--transaction', heldId, '--order', 'CONVERSION', '--reason', 'ticket 1'],
  'order close': ({ heldId }) => ['--transaction', heldId, '--order', 'CONVERSION', '--reason', 'ticket 1'],
  'user erase': ({ userId }) => ['--id', userId, '--bucket', 'files'],
  'user find': ({ partnerId, userId }) => ['--partner', partnerId, '--id', userId],
  'transaction list': ({ partnerId }) => ['--partner', partnerId, '--deposit', 'PR0123456789ABCD'],
  'notification list': () => ['--status', 'FAILED'],
  'notification show': ({ approvalId }) => ['--id', approvalId],
  'notification replay': ({ partnerId }) => ['--partner', partnerId, '--status', 'FAILED'],
  'dlq redrive': () => ['--queue', 'webhook'],
  'stream replay': () => [],
  'stage freeze': () => [],
  'stage allow-deployment': () => [],
  'stage thaw': () => [],
  'restore prepare': () => ['--restored-table', 'restored'],
  'release prune': () => [],
  'feed check': ({ partnerId }) => ['--partner', partnerId, '--repair'],
  'provider-event send': ({ transactionId }) => [
    ...['--transaction', transactionId, '--type', 'DEPOSIT_RECEIVED', '--event-id', 'ticket-1'],
    ...['--amount', '2000.01', '--currency', 'MXN'],
  ],
  'provider-event post': ({ transactionId }) => [
    ...['--transaction', transactionId, '--type', 'DEPOSIT_RECEIVED', '--url', entry().url],
  ],
};
/** Verbs that fail because their object does not exist in this test. An audit record is still written. */
const FAILING = [
  'notification show',
  ...['stream replay', 'stage freeze', 'stage allow-deployment', 'stage thaw', 'restore prepare', 'release prune'],
];
const ABOUT_NO_PARTNER = [
  ...FAILING,
  ...['notification list', 'rail set', 'exception resolve', 'dlq redrive'],
  ...['statement import', 'statement revert', 'statement show'],
];

const taken = { transactionId: 'one', result: 'APPLIED', status: 'FIAT_RECEIVED' };

const { identity, here } = toolOnTable('--yes', '--json');
const queues = startedForTests(() =>
  startQueueEngine({ queues: { WebhookDeadLettersUrl: {}, OutboxDiscardedUrl: {} } }),
);
const outputs = startedForTests(startLoopbackOutputs);
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-records-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bucket = startedForTests(() => startBucketService({ buckets: new Map([['files', {}]]) }));
const entry = startedForTests(() =>
  startHttpServer((_, response) => response.end(JSON.stringify({ success: true, data: taken }))),
);

beforeAll(() => {
  const addresses = [...queues().queues].map(([name, { url }]) => [name, url]);
  outputs().stacks.set('PartnerRamp-production', Object.fromEntries(addresses));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: queues().endpoint,
    AWS_ENDPOINT_URL_S3: bucket().url,
    PROVIDER_EVENTS_SECRET: `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`,
  });
});

/**
 * Creates a partner with a webhook URL and the other records of `World`, and a message in the dead-letter queue of the stream.
 */
async function newWorld(): Promise<World> {
  const atMs = Date.now();
  const acme = { name: 'Acme', stage: 'production', operator: 'setup' } as const;
  const { partnerId, keyId } = await createPartner({ ...acme, atMs });
  const stored = await readDefaultEndpoint({ partnerId });
  await saveEndpoint(stored, { ...stored.endpoint, url: 'https://partner.example/hooks' }, { nowMs: atMs });
  const [user, payer] = [aUser({ partnerId }), aUser({ partnerId })];
  await insertUser(user);
  await insertUser(payer);
  const life = { createdAtMs: atMs, updatedAtMs: atMs, deadlineMs: atMs + 3_600_000 };
  const transaction = aCrossRamp({ id: newId(atMs), partnerId, userId: payer.id, ...life });
  const hold = newHold({ reason: 'COMPLIANCE_REVIEW', requestedInformation: [] }, atMs, undefined);
  const held = { ...transaction, id: newId(atMs), status: 'READY_BANK_TRANSFER' as const, deadlineMs: undefined, hold };
  await writeAtomically([...transactionCreationWrites(transaction), ...transactionCreationWrites(held)]);
  await addWaitingOrder(held, atMs);
  const client = new SQSClient(localClient(queues().endpoint));
  const { url } = queues().queues.get('OutboxDiscardedUrl') ?? {};
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'no range' }));
  client.destroy();
  const approvalId = newId(atMs);
  const options = { transaction: [held.id], reason: ['ticket 1'] };
  await insertApproval(
    {
      ...{ id: approvalId, verb: 'hold release', options, partnerId, seen: `version ${held.version}` },
      ...{ proposedBy: SECOND_PERSON, proposedAtMs: atMs, status: 'PENDING', decidedBy: undefined },
    },
    { atMs, operator: SECOND_PERSON, verb: 'hold release' },
  );
  const ids = { partnerId, keyId, userId: user.id, payerId: payer.id };
  const transactions = { transactionId: transaction.id, heldId: held.id, approvalId };
  return { ...ids, ...transactions, ...(await newStatement(folder, atMs)) };
}

/** All verbs that write or search, except `files empty`: production refuses it, and another test reads its audit record. */
const recorded = verbs.filter(({ name, writes, searches }) => (writes || searches) && name !== 'files empty');

/** Verbs that need approval by a second person in production. */
const approving = verbs.filter(({ needsApproval }) => needsApproval).map(({ name }) => name);

/** Expects four audit records: the proposal, the approval by another person, the change and its result. */
function expectApproved(records: readonly object[], name: string, proposer: string, approver: string): void {
  const by = `${approver}, proposed by ${proposer}`;
  expect(records).toHaveLength(4);
  // Records of the same millisecond have no order.
  const expected = [
    { verb: name, operator: proposer, decision: 'PROPOSED' },
    { verb: 'approval approve', operator: approver, decision: 'APPROVED', change: name },
    { verb: name, operator: by },
    { verb: 'approval approve', operator: approver, decision: 'DONE' },
  ];
  expect(records).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
}

describe.each(recorded.map(({ name }) => name))('%s', (name) => {
  it('leaves one record of who did it', async () => {
    const world = await newWorld();
    const [before, platform] = [await readAudit(world.partnerId), await readAudit(PLATFORM)];
    const args = [...name.split(' '), ...(CALLS[name]?.(world) ?? []), ...['--env', 'production', ...here()]];
    const output = await approved(args, identity());
    if (!FAILING.includes(name)) expect(output).toMatchObject({ code: 0, error: '' });
    const partnerId = name === 'partner create' ? JSON.parse(output.out).partnerId : world.partnerId;
    const seen = { partner: await readAudit(partnerId), platform: await readAudit(PLATFORM) };
    const added = {
      partner: seen.partner.slice(partnerId === world.partnerId ? before.length : 0),
      platform: seen.platform.slice(platform.length),
    };
    const record = { verb: name, operator: identity().arn, at: expect.any(String) };
    const about = ABOUT_NO_PARTNER.includes(name) ? added.platform : added.partner;
    if (approving.includes(name)) return expectApproved(about, name, identity().arn, SECOND_PERSON);
    if (name === 'approval approve')
      return expectApproved(
        seen.partner.filter(({ operator }) => operator !== 'setup'),
        'hold release',
        SECOND_PERSON,
        identity().arn,
      );
    expect(added).toMatchObject(
      ABOUT_NO_PARTNER.includes(name) ? { partner: [], platform: [record] } : { partner: [record], platform: [] },
    );
  });
});

/** Reads the items that a verb can change. Excludes approvals and audit records. */
const changeable = async ({ partnerId, transactionId, heldId }: World) => [
  await readPartition(`PARTNER#${partnerId}`),
  ...(await Promise.all([transactionId, heldId].map((id) => readPartition(`TX#${id}`)))),
];

it('verbs that move money, limits, holds or keys, or let a partner work again, need a second person', () => {
  expect(approving).toEqual(
    expect.arrayContaining([
      ...['partner resume', 'key issue', 'key rotate', 'key allow', 'key revoke', 'limits set'],
      ...['order retry', 'order close', 'hold release', 'hold reject', 'provider-event send', 'provider-event post'],
    ]),
  );
});

describe.each(approving)('%s, by one person', (name) => {
  const verbArgs = (world: World) => [...name.split(' '), ...(CALLS[name]?.(world) ?? [])];

  it('in production is proposed and not carried out, and its proposer cannot approve it', async () => {
    const world = await newWorld();
    const before = await changeable(world);
    const { code, out } = await ops([...verbArgs(world), '--env', 'production', ...here()]);
    const { approvalId, ...others } = JSON.parse(out);
    expect({ code, others }).toEqual({ code: 0, others: { status: 'PENDING' } });
    const approve = ['approval', 'approve', '--id', approvalId, '--reason', 'mine', '--env', 'production', ...here()];
    for (const arn of [identity().arn, `${identity().arn}@example.com`, 'arn:aws:iam::000000000000:user/Olga']) {
      const first = identity().arn;
      identity().arn = arn;
      const { code, error } = await ops(approve);
      identity().arn = first;
      expect([code, error]).toEqual([1, `You proposed ${approvalId}: a second person must approve it.\n`]);
    }
    expect(await changeable(world)).toEqual(before);
  });

  it.each(['sandbox', 'local'])("as one of %s on production's table is refused", async (env) => {
    const world = await newWorld();
    const before = [await changeable(world), await readAudit(world.partnerId)];
    await setStage('production', 'delivery-test');
    const output = await opsOn([...verbArgs(world), '--env', env, ...here()]);
    const error = `Nothing was done: table delivery-test belongs to production, not ${env}.\n`;
    expect(output).toMatchObject({ code: 1, out: '', error });
    expect([await changeable(world), await readAudit(world.partnerId)]).toEqual(before);
  });
});

describe('an event that an operator reports in production', () => {
  const report = (transactionId: string, type: string, ...more: readonly string[]) =>
    approved(
      [
        ...['provider-event', 'send', '--transaction', transactionId, '--type', type],
        ...['--event-id', `ticket-${type}-${more.join('')}`, ...more, '--env', 'production', ...here()],
      ],
      identity(),
    );
  const waiting = async () => {
    const world = await newWorld();
    const { payerId: userId, partnerId } = world;
    const atMs = Date.now();
    const of = aCrossRamp({ id: newId(atMs), partnerId, userId, createdAtMs: atMs, updatedAtMs: atMs });
    await writeAtomically(transactionCreationWrites({ ...of, deadlineMs: atMs + 3_600_000 }));
    return of.id;
  };

  it('needs the amount wherever money moved, and one that fits', async () => {
    const id = await waiting();
    for (const [more, error] of [
      [[], 'use --amount and --currency'],
      [['--amount', '2000.01'], 'Use --amount and --currency together'],
      [['--amount', '2000.011', '--currency', 'MXN'], 'The transaction expects another amount'],
      [['--amount', '0', '--currency', 'MXN'], 'The transaction expects another amount'],
    ] as const) {
      const output = await report(id, 'DEPOSIT_RECEIVED', ...more);
      expect([output.code > 0, output.error], more.join(' ')).toEqual([true, expect.stringContaining(error)]);
    }
    expect(await findTransaction(id)).toMatchObject({ status: 'PENDING', version: 1 });
    const wrong = await report(id, 'CONVERSION_STARTED', '--amount', '1', '--currency', 'MXN');
    expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining('The transaction expects another amount')]);
  });

  it('has the payout ordered where it makes it due', async () => {
    const id = await waiting();
    await report(id, 'DEPOSIT_RECEIVED', '--amount', '2000.01', '--currency', 'MXN');
    await report(id, 'CONVERSION_STARTED');
    const output = await report(id, 'CONVERSION_COMPLETED');
    expect([output.code, output.error]).toEqual([0, '']);
    expect(await findTransaction(id)).toMatchObject({ status: 'READY_BANK_TRANSFER' });
    expect(await readItem(payoutKey(id))).toMatchObject({ entity: 'PAYOUT', calls: 0 });
  });
});

it('every call above is of a verb that there is', () => {
  expect(Object.keys(CALLS).filter((name) => !verbs.some((verb) => verb.name === name))).toEqual([]);
});
