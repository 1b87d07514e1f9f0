import { type Approval, expiresAtMs, refusalOf } from '#ops/approvals/approval';
import { decide, findApproval, findPendingApprovals } from '#ops/approvals/repository';
import { existing, OperationFailed } from '#ops/errors';
import { identifier, name, optional, required, whole, withDefault } from '#ops/options';
import { instantText, table, upperCased } from '#ops/text';
import { byWord, type Context, verb } from '#ops/verb';
import { nowMs } from '#shared/platform/config/environment';

const options = {
  id: required('ID', 'Identifier of the proposal (see approval list)', identifier),
  reason: required(
    'TEXT',
    'Why you do this, for example a ticket number; stored in the audit record. No personal data',
    name,
  ),
};

interface Decision {
  readonly id: string;
  readonly reason: string;
}

/** Stores a decision. @throws OperationFailed if the operator may not decide, or if a decision already exists */
async function store({ id, reason }: Decision, status: 'APPROVED' | 'REJECTED', context: Context): Promise<Approval> {
  const approval = existing(await findApproval(id), `There is no approval ${id}.`);
  const { atMs, operator: arn } = context;
  const refusal = refusalOf(approval, { arn, atMs, approves: status === 'APPROVED' });
  if (refusal !== undefined) throw new OperationFailed(refusal);
  if (!(await decide(approval, { status, reason }, context)))
    throw new OperationFailed(`Approval ${id} was decided in the meantime.`);
  return { ...approval, status };
}

function toRow(approval: Approval) {
  const { id, verb, options, partnerId, proposedBy, proposedAtMs } = approval;
  const given = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  const [proposedAt, expiresAt] = [proposedAtMs, expiresAtMs(approval)].map(instantText);
  return { id, verb, options: given.join(' '), partnerId, proposedBy, proposedAt, expiresAt };
}

export const approval = {
  list: verb({
    about: 'List the proposed changes that a second person has to approve, oldest first',
    options: {
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    async run({ limit }, { atMs }) {
      const pending = (await findPendingApprovals(limit)).filter((one) => atMs < expiresAtMs(one));
      const approvals = pending.map(toRow);
      return { json: { approvals }, text: table(approvals.map(upperCased), 'There are no open proposals.') };
    },
  }),

  approve: verb({
    about:
      'Approve a change that another person has proposed, and make it, if the data to change is still the same as at the proposal',
    writes: true,
    options,
    confirm: ({ id }) => byWord(id, 'carry out the change'),
    async run(given, context) {
      const approved = await store(given, 'APPROVED', context);
      const { reason } = given;
      try {
        const output = await context.carryOut(approved);
        await decide(approved, { status: 'DONE', reason }, { ...context, atMs: nowMs() });
        return output;
      } catch (error) {
        await decide(approved, { status: 'FAILED', reason }, { ...context, atMs: nowMs() });
        throw error;
      }
    },
  }),

  reject: verb({
    about: 'Reject a proposed change. The person who proposed the change can also reject it',
    writes: true,
    options,
    async run(given, context) {
      const { id } = await store(given, 'REJECTED', context);
      return { json: { approvalId: id, status: 'REJECTED' }, text: `Approval ${id} is REJECTED.` };
    },
  }),
};
