import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { decide, findApproval, insertApproval } from '#ops/approvals/repository';
import { approvalKey, auditPartition, journalKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { type AuditCopy, storeAuditCopy } from '#shared/partners/audit/copies/repository';
import { createPartner, recordAction } from '#shared/partners/repository';
import { newId } from '#shared/values/ids';
import { ops, toolOnTable } from './tool';

const TABLE = 'delivery-test';
const HOUR_MS = 3_600_000;
const { here } = toolOnTable('--env', 'production', '--json');
const ROLE = 'arn:aws:sts::000000000000:assumed-role/Operators';
const [OLGA, OTTO] = [`${ROLE}/olga`, `${ROLE}/otto`] as const;

let positions = 0;
/** Copies an audit record, as the stream worker does. */
const copy = async (item: StoredRecord, change: AuditCopy['change'] = 'INSERT', { atMs = Date.now() } = {}) => {
  positions += 1;
  const of = { PK: String(item.PK), SK: String(item.SK) };
  const position = `2026-01-01T00:00:00.000/${String(positions).padStart(9, '0')}`;
  await storeAuditCopy({ of, change, position, atMs, image: item });
};
const put = (Item: StoredRecord) => documentClient().send(new PutCommand({ TableName: TABLE, Item }));

const verify = async (...more: string[]) => {
  const { code, out, error } = await ops(['audit', 'verify', ...more, ...here()]);
  return { code, error, ...(code < 2 && JSON.parse(out)) };
};

let partnerId: string;
/** Records an operator action one hour ago. @returns the audit record */
async function anAction(atMs = Date.now() - HOUR_MS): Promise<StoredRecord> {
  await recordAction({ partnerId, atMs, operator: OLGA, verb: 'limits set', details: { of: newId(atMs) } });
  return (await readPartition(auditPartition(partnerId))).find(({ verb }) => verb === 'limits set') ?? {};
}

beforeEach(async () => {
  // By default, `audit verify` compares the last 30 days. It finds no fault in this older record, which has no copy.
  const { partnerId: id } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.parse('2026-01-01') });
  partnerId = id;
});

/** Returns the faults of the items in a partition. */
const faultsOf = async (pk: string) =>
  (await verify()).faults.filter(({ item }: { item: string }) => item.startsWith(pk));

describe('an audit record', () => {
  it('that is as it was copied, and one whose copy is on its way, are in order', async () => {
    await copy(await anAction());
    await anAction(Date.now());
    expect(await faultsOf(`AUDIT#${partnerId}`)).toEqual([]);
  });

  it.each([
    ['replaced', 'DIFFERENT', (record: StoredRecord) => put({ ...record, operator: OTTO })],
    [
      'deleted',
      'MISSING',
      ({ PK, SK }: StoredRecord) => documentClient().send(new DeleteCommand({ TableName: TABLE, Key: { PK, SK } })),
    ],
    ['replaced and put back', 'REPLACED', (record: StoredRecord) => copy(record, 'MODIFY')],
    ['deleted and put back', 'REPLACED', (record: StoredRecord) => copy(record, 'REMOVE')],
    ['written again by the same content', 'REPLACED', (record: StoredRecord) => copy(record)],
  ])('that was %s is named', async (_, fault, change) => {
    const record = await anAction();
    await copy(record, 'INSERT', { atMs: Date.now() - HOUR_MS });
    await change(record);
    const item = `${record.PK} ${record.SK}`;
    expect(await faultsOf(`AUDIT#${partnerId}`)).toMatchObject([{ fault, item, first: record }]);
    const { code, error } = await verify();
    expect([code, error]).toEqual([1, expect.stringMatching(/have a fault\.\n$/)]);
  });

  it('is compared among more than one call can read', async () => {
    for (let count = 0; count < 101; count += 1) await anAction();
    for (const record of await readPartition(auditPartition(partnerId)))
      if (record.verb === 'limits set') await copy(record);
    expect(await faultsOf(`AUDIT#${partnerId}`)).toEqual([]);
  });

  it('without a copy is named after a while', async () => {
    await anAction();
    expect(await faultsOf(`AUDIT#${partnerId}`)).toMatchObject([{ fault: 'NOT_COPIED', first: null }]);
  });

  it('is compared on the days that are named', async () => {
    const atMs = Date.parse('2026-01-15T23:59:59.999Z');
    await copy(await anAction(atMs), 'INSERT', { atMs: atMs + 2 });
    expect(await verify('--from', '2026-01-15', '--to', '2026-01-15')).toMatchObject({
      code: 0,
      records: 1,
      copies: 1,
    });
    expect(await verify('--from', '2026-01-17', '--to', '2026-01-18')).toMatchObject({ code: 0, records: 0 });
    expect((await verify('--from', '2026-01-16', '--to', '2026-01-15')).code).toBe(2);
  });
});

describe('an approval', () => {
  /** Proposes a change one hour ago. @returns the stored approval */
  async function proposed() {
    const proposedAtMs = Date.now() - HOUR_MS;
    const id = newId(proposedAtMs);
    const stamp = { atMs: proposedAtMs, operator: OLGA, verb: 'key issue' };
    const approval = { id, verb: 'key issue', options: {}, partnerId, seen: 'version 1', proposedBy: OLGA };
    await insertApproval({ ...approval, proposedAtMs, status: 'PENDING', decidedBy: undefined }, stamp);
    const stored = async () => (await readItem(approvalKey(id))) ?? {};
    await copy(await stored());
    return { id, stored, pk: approvalKey(id).PK };
  }

  async function decided(id: string, status: 'APPROVED' | 'DONE', operator = OTTO) {
    const approval = await findApproval(id);
    if (approval !== undefined)
      await decide(approval, { status, reason: 'x' }, { atMs: Date.now(), operator, verb: 'approval approve' });
  }

  it('that was decided by two people is in order', async () => {
    const { id, stored, pk } = await proposed();
    for (const status of ['APPROVED', 'DONE'] as const) {
      await decided(id, status);
      await copy(await stored(), 'MODIFY');
    }
    expect(await faultsOf(pk)).toEqual([]);
  });

  it.each([
    ['with another proposer', 'REPLACED', { proposedBy: OTTO }],
    ['with other options', 'REPLACED', { options: { name: ['x'] } }],
    ['back to pending', 'REPLACED', { status: 'PENDING' }],
    ['as done at once', 'REPLACED', { status: 'DONE' }],
    ['approved by its proposer', 'ONE_PERSON', { status: 'APPROVED', decidedBy: `${OLGA}@example.com` }],
    ['approved by no one', 'ONE_PERSON', { status: 'APPROVED' }],
  ])('put over %s is named', async (_, fault, change) => {
    const { stored, pk } = await proposed();
    await put({ ...(await stored()), ...change });
    await copy(await stored(), 'MODIFY');
    expect(await faultsOf(pk)).toMatchObject([{ fault }]);
  });

  it('that was never proposed is named', async () => {
    const { id, stored, pk } = await proposed();
    const forged = { ...(await stored()), ...approvalKey(`${id}0`), status: 'APPROVED', decidedBy: OTTO };
    await put(forged);
    await copy(forged);
    expect(await faultsOf(`${pk}0`)).toMatchObject([{ fault: 'REPLACED' }]);
  });
});

it('an entry of the books that was changed is named', async () => {
  const entry = { ...journalKey(newId(0), 1, '2026-01-15'), entity: 'JOURNAL', amount: '1' };
  await put({ ...entry, amount: '2' });
  await copy(entry, 'MODIFY');
  expect(await faultsOf('JOURNAL#')).toMatchObject([{ fault: 'REPLACED', first: entry, present: { amount: '2' } }]);
});
