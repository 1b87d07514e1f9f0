import { existing, OperationFailed } from '#ops/errors';
import { name, optional, required, whole, withDefault } from '#ops/options';
import { instantText, table, upperCased } from '#ops/text';
import { type Context, type Seen, verb } from '#ops/verb';
import { auditWrite, listPartners } from '#shared/partners/repository';
import { holdActor } from '#shared/transactions/domain/hold';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { continuationWrites } from '#shared/transactions/payouts/continue-payout';
import { findHeldTransactions } from '#shared/transactions/payouts/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import {
  byPartnerOfTransaction,
  existingTransaction,
  fiatPart,
  lineText,
  seeTransaction,
  transactionOption,
} from './transaction';

const decisionOptions = {
  transaction: transactionOption,
  reason: required(
    'TEXT',
    'Why you do this, for example a ticket number; stored in the timeline of the transaction and in the audit record. No personal data',
    name,
  ),
};

interface Decision {
  readonly transaction: string;
  readonly reason: string;
}

/** Reads the state of a transaction with a hold. @throws OperationFailed if the transaction has no hold */
async function seeHeld({ transaction: id }: Pick<Decision, 'transaction'>): Promise<Seen> {
  existing((await existingTransaction(id)).hold, `Transaction ${id} is not on hold.`);
  return seeTransaction({ transaction: id });
}

/** Applies an operator's decision to the hold of a transaction. @throws OperationFailed if the transaction has no hold */
async function decide(
  { transaction: transactionId, reason }: Decision,
  { trigger, context }: { readonly trigger: Trigger; readonly context: Context },
): Promise<Transaction> {
  const found = await existingTransaction(transactionId);
  existing(found.hold, `Transaction ${transactionId} is not on hold.`);
  const { atMs } = context;
  const eventId = `${trigger}-${found.version}`;
  const { outcome, transaction } = await applyEvent(
    { source: 'operator', eventId, transactionId, trigger, reason, atMs, atVersion: context.atVersion },
    async (outcome, after) => [
      ...(outcome === 'applied' && trigger === 'HOLD_RELEASED' ? await continuationWrites(after, atMs) : []),
      auditWrite(found.partnerId, { transactionId, trigger, reason, outcome }, context),
    ],
  );
  if (outcome !== 'applied') throw new OperationFailed(`Transaction ${transactionId} is no longer on hold.`);
  return transaction;
}

function toRow(held: Transaction, partners: ReadonlyMap<string, string>) {
  const { id, partnerId, userId, kind, status, hold } = held;
  if (hold === undefined) return [];
  const [since, deadline] = [hold.sinceMs, hold.deadlineMs].map((ms) => (ms === undefined ? null : instantText(ms)));
  const facts = { reason: hold.reason, actor: holdActor(hold), since, deadline };
  const partner = partners.get(partnerId) ?? null;
  return [{ id, partnerId, partner, userId, kind, status, amount: fiatPart(held), ...facts }];
}

export const hold = {
  list: verb({
    about: 'List all transactions with a payout on hold, of all partners, longest held first',
    options: {
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    async run({ limit }) {
      const [held, partners] = await Promise.all([findHeldTransactions(limit), listPartners()]);
      const names = new Map(partners.map((one) => [one.id, one.name]));
      const holds = held.flatMap((one) => toRow(one, names));
      const rows = holds.map(({ amount, ...row }) => upperCased({ ...row, amount: lineText(amount) }));
      return { json: { holds }, text: table(rows, 'No transaction is on hold.') };
    },
  }),

  release: verb({
    about: 'Release the hold of a transaction: its payout continues',
    writes: true,
    options: decisionOptions,
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'release the hold of its transaction'),
    see: seeHeld,
    async run(given, context) {
      const { id, status } = await decide(given, { trigger: 'HOLD_RELEASED', context });
      return { json: { transactionId: id, status }, text: `The payout of transaction ${id} continues.` };
    },
  }),

  reject: verb({
    about: 'Reject a transaction on hold: the transaction fails, and its money is refunded to the user',
    writes: true,
    options: decisionOptions,
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'end its transaction without a payout'),
    see: seeHeld,
    async run(given, context) {
      const { id, status } = await decide(given, { trigger: 'SCREENING_REJECTED', context });
      return { json: { transactionId: id, status }, text: `Transaction ${id} is ${status}.` };
    },
  }),
};
