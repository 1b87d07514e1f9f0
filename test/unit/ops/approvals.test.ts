import { beforeEach, describe, expect, it, vi } from 'vitest';
import { personOf } from '#ops/approvals/approval';
import { findApproval } from '#ops/approvals/repository';
import { readApiKeys } from '#shared/partners/api-keys/records/repository';
import { createPartner, findPartner } from '#shared/partners/repository';
import { approve, ops, SECOND_PERSON, toolOnTable } from './tool';

const FIRST_PERSON = 'arn:aws:sts::000000000000:assumed-role/Operators/olga';
const { identity, here: place } = toolOnTable('--json');
beforeEach(() => {
  vi.useRealTimers();
  identity().arn = FIRST_PERSON;
});

const here = (env = 'production') => ['--env', env, ...place()];
const newPartner = () => createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
const ttlOf = async (partnerId: string) => (await findPartner(partnerId))?.agreement.quoteTtlS;

/** Proposes another lifetime of quotes. @returns the id of the approval */
async function proposed(partnerId: string, seconds = 30): Promise<string> {
  const set = ['limits', 'set', '--partner', partnerId, '--quote-ttl', String(seconds), '--yes', ...here()];
  const { code, out } = await ops(set);
  expect(code).toBe(0);
  return JSON.parse(out).approvalId;
}

describe('a change of limits in production', () => {
  it('is carried out once, by a second person, and not before', async () => {
    const { partnerId } = await newPartner();
    const id = await proposed(partnerId);
    expect(await ttlOf(partnerId)).toBeUndefined();
    const { approvals } = JSON.parse((await ops(['approval', 'list', ...here()])).out);
    expect(approvals).toContainEqual(
      expect.objectContaining({ id, verb: 'limits set', partnerId, proposedBy: FIRST_PERSON }),
    );
    expect(await approve(id, here(), identity())).toMatchObject({ code: 0, error: '' });
    expect(await ttlOf(partnerId)).toBe(30);
    expect(await findApproval(id)).toMatchObject({ status: 'DONE', decidedBy: SECOND_PERSON });
    expect(await approve(id, here(), identity())).toMatchObject({ code: 1, error: `Approval ${id} is DONE.\n` });
    expect(JSON.parse((await ops(['approval', 'list', ...here()])).out).approvals).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  it.each([FIRST_PERSON, 'arn:aws:iam::000000000000:user/people/Olga'])(
    'is not approved by its proposer as %s',
    async (arn) => {
      const { partnerId } = await newPartner();
      const id = await proposed(partnerId);
      identity().arn = arn;
      const output = await ops(['approval', 'approve', '--id', id, '--reason', 'mine', '--yes', ...here()]);
      expect(output).toMatchObject({ code: 1, error: `You proposed ${id}: a second person must approve it.\n` });
      expect(await ttlOf(partnerId)).toBeUndefined();
    },
  );

  it('is neither proposed nor approved by a session that names no person', async () => {
    const { partnerId } = await newPartner();
    const id = await proposed(partnerId);
    identity().arn = 'arn:aws:iam::000000000000:root';
    const error = expect.stringContaining('identifies no person');
    const approve = ['approval', 'approve', '--id', id, '--reason', 'mine', '--yes', ...here()];
    expect(await ops(approve)).toMatchObject({ code: 1, error });
    const set = ['limits', 'set', '--partner', partnerId, '--quote-ttl', '30', '--yes', ...here()];
    expect(await ops(set)).toMatchObject({ code: 1, error });
    expect(await ttlOf(partnerId)).toBeUndefined();
  });

  it('is not carried out once what it was decided on has changed', async () => {
    const { partnerId } = await newPartner();
    const [first, second] = [await proposed(partnerId, 30), await proposed(partnerId, 60)];
    expect(await approve(second, here(), identity())).toMatchObject({ code: 0 });
    const output = await approve(first, here(), identity());
    const error = 'The data has changed since the proposal: propose the change again.\n';
    expect(output).toMatchObject({ code: 1, error });
    expect(await findApproval(first)).toMatchObject({ status: 'FAILED' });
    expect(await ttlOf(partnerId)).toBe(60);
  });

  it('expires after a day', async () => {
    const { partnerId } = await newPartner();
    const id = await proposed(partnerId);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000);
    const error = expect.stringContaining('has expired');
    expect(await approve(id, here(), identity())).toMatchObject({ code: 1, error });
    vi.restoreAllMocks();
    expect(await ttlOf(partnerId)).toBeUndefined();
  });

  it('can be rejected, by its proposer too', async () => {
    const { partnerId } = await newPartner();
    const id = await proposed(partnerId);
    const reject = ['approval', 'reject', '--id', id, '--reason', 'a mistake', ...here()];
    expect(await ops(reject)).toMatchObject({ code: 0 });
    expect(await approve(id, here(), identity())).toMatchObject({ code: 1, error: `Approval ${id} is REJECTED.\n` });
  });

  it('is carried out once when two people approve it at once', async () => {
    const { partnerId } = await newPartner();
    const issue = ['key', 'issue', '--partner', partnerId, '--yes', ...here()];
    const { approvalId: id } = JSON.parse((await ops(issue)).out);
    const outputs = await Promise.all([approve(id, here(), identity()), approve(id, here(), identity())]);
    expect(outputs.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await readApiKeys(partnerId)).toHaveLength(2);
  });

  it('needs no second person in the sandbox', async () => {
    const { partnerId } = await newPartner();
    const set = ['limits', 'set', '--partner', partnerId, '--quote-ttl', '30', ...here('sandbox')];
    expect(await ops(set)).toMatchObject({ code: 0 });
    expect(await ttlOf(partnerId)).toBe(30);
  });

  it('of an unknown approval is none', async () => {
    const id = '019a0000-0000-7000-8000-000000000000';
    expect(await approve(id, here(), identity())).toMatchObject({ code: 1, error: `There is no approval ${id}.\n` });
  });
});

it.each([
  ['arn:aws:sts::000000000000:assumed-role/Operators/Olga', 'olga'],
  ['arn:aws:iam::000000000000:user/people/olga', 'olga'],
  ['arn:aws:sts::000000000000:assumed-role/AWSReservedSSO_Ops_1/olga@example.com', 'olga'],
  ['arn:aws:sts::000000000000:assumed-role/AWSReservedSSO_Ops_1/Olga@EXAMPLE.org', 'olga'],
  ['arn:aws:sts::000000000000:assumed-role/Operators/olga+approver@example.com', 'olga'],
  ['arn:aws-cn:sts::000000000000:assumed-role/people/Operators/olga', 'olga'],
  ['arn:aws:sts::000000000000:federated-user/olga', 'olga'],
  ['arn:aws:iam::000000000000:user/olga', 'olga'],
  ['arn:aws:sts::000000000000:assumed-role/Operators/olga.smith', 'olga.smith'],
  ['arn:aws:iam::000000000000:root', undefined],
  ['arn:aws:iam::000000000000:role/olga', undefined],
  ['arn:aws:sts::000000000000:assumed-role/Operators/botocore-session-1764000000', undefined],
  ['arn:aws:sts::000000000000:assumed-role/Operators/aws-sdk-js-1764000000', undefined],
  ['arn:aws:sts::000000000000:assumed-role/Operators/aws-go-sdk-1764000000', undefined],
  ['arn:aws:sts::000000000000:assumed-role/Operators/i-0123456789abcdef0', undefined],
  ['arn:aws:sts::000000000000:assumed-role/Operators/@example.com', undefined],
  ['olga', undefined],
])('the person behind %s is %s', (arn, person) => {
  expect(personOf(arn)).toBe(person);
});
