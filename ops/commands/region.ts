import { OperationFailed, UsageError } from '#ops/errors';
import { choice, flag, name, optional, required, whole, withDefault } from '#ops/options';
import { checkWrite, findCheck } from '#ops/region/check-record';
import { findingKinds, readFindings } from '#ops/region/finding';
import { runCheck } from '#ops/region/run-check';
import {
  fenceRegion,
  promoteRegion,
  requirePromotable,
  requireSettled,
  resolveOrder,
  resolvePayout,
} from '#ops/region/switch';
import { instantText, table, upperCased } from '#ops/text';
import { byWord, type Context, type Seen, verb } from '#ops/verb';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { auditWrite, PLATFORM } from '#shared/partners/audit/repository';
import type { WritingRegion } from '#shared/regions/domain/writing-region';
import { findWritingRegion } from '#shared/regions/repository';
import { isOrderName } from '#shared/transactions/domain/order';
import { byPartnerOfTransaction, existingTransaction, seeTransaction, transactionOption } from './transaction';

const reasonOption = required('TEXT', 'Why, such as a ticket: kept in the audit record; nothing of a person', name);

/** The Regions of a stage: that which writes until another is promoted, and that of the credentials. */
async function regionsOf({ outputs }: Pick<Context, 'outputs'>) {
  return { first: await outputs('FirstRegion'), here: await outputs('OwnRegion') };
}

/** Reads the record on which a change of Region is decided; its first change makes it. */
async function seeRegion(): Promise<Seen> {
  const { version } = await findWritingRegion('');
  return { partnerId: PLATFORM, state: `region record ${version}` };
}

function shownRegion({ region, epoch, sinceMs, fence, reviewBeforeMs }: WritingRegion) {
  return {
    ...{ region, epoch, since: sinceMs === 0 ? null : instantText(sinceMs), state: fence ? 'FENCED' : 'WRITES' },
    fence: fence === undefined ? null : { ...fence, at: instantText(fence.atMs) },
    reviewBefore: reviewBeforeMs === undefined ? null : instantText(reviewBeforeMs),
  };
}

export const region = {
  status: verb({
    about: 'Show which Region writes, its fence, the last check of the table, and the findings by kind',
    options: {
      findings: withDefault(optional('N', 'Findings to list, 0 to 5000 (default: 50)', whole(0, 5000)), 50),
      kind: optional('KIND', `Of this kind alone: ${findingKinds.join(', ')}`, choice(findingKinds)),
    },
    async run({ findings: limit, kind }, context) {
      const { first, here } = await regionsOf(context);
      const writing = await findWritingRegion(first);
      const { epoch, fence } = writing;
      // After a promotion, what is of interest was found before it.
      const checked = fence === undefined && epoch > 1 ? epoch - 1 : epoch;
      const check = await findCheck(checked);
      const counts: Record<string, number> = {};
      const listed = [];
      for await (const page of readFindings(checked))
        for (const finding of page) {
          counts[finding.kind] = (counts[finding.kind] ?? 0) + 1;
          if (listed.length < limit && (kind === undefined || finding.kind === kind)) listed.push(finding);
        }
      const shown = shownRegion(writing);
      const lines = [
        `${shown.region} ${shown.state === 'WRITES' ? 'writes' : 'is fenced'}, in epoch ${epoch}. This is ${here}.`,
        ...(fence === undefined ? [] : [`Fence: ${fence.kind}, ${fence.reason}, at ${instantText(fence.atMs)}.`]),
        ...(shown.reviewBefore === null
          ? []
          : [`Orders for creations before ${shown.reviewBefore} wait for a person.`]),
        check === undefined
          ? 'The table was not checked.'
          : `Checked at ${instantText(check.startedAtMs)}: ${check.items} items, ${check.found} findings, ${check.left} left.`,
        table(listed.map(upperCased), 'There is no finding.'),
      ];
      return { json: { here, ...shown, check: check ?? null, counts, findings: listed }, text: lines.join('\n') };
    },
  }),

  fence: verb({
    about: 'Keep the Region that writes from ordering money, once it was frozen or denied, or name it as lost',
    writes: true,
    options: {
      as: optional(
        'KIND',
        'frozen: by stage freeze there; denied: by a policy on all its roles',
        choice(['frozen', 'denied']),
      ),
      lost: flag('Nothing is known of it: it cannot be frozen or denied, and its provider accounts were closed to it'),
      complete: flag('With --as frozen: restore compare has listed nothing that the replica lacks'),
      reason: reasonOption,
    },
    check({ as, lost, complete }) {
      if ((as === undefined) !== lost) throw new UsageError('Give either --as or --lost');
      if (complete && as !== 'frozen') throw new UsageError('--complete goes with --as frozen');
    },
    confirm: () => byWord('fence', 'stop orders of money'),
    see: seeRegion,
    async run({ as, complete: isComplete, reason }, context) {
      const { first } = await regionsOf(context);
      const { atMs, operator } = context;
      const kind = as === undefined ? 'LOST' : as === 'frozen' ? 'FROZEN' : 'DENIED';
      const fence = { kind, reason, operator, atMs, isComplete } as const;
      const audit = auditWrite(PLATFORM, { fence: kind, isComplete, reason }, context);
      const fenced = await fenceRegion(first, fence, [audit]);
      return { json: shownRegion(fenced), text: `${fenced.region} is fenced: no order of money leaves any Region.` };
    },
  }),

  check: verb({
    about:
      'Find what arrived by half from the fenced Region, and put right what follows from what came. It reads the whole table three times',
    writes: true,
    options: {
      dryRun: flag('Only count; nothing is put right, and nothing can be promoted by it'),
      late: flag('After the promotion, with this stage frozen: the other Region has sent what it had not'),
    },
    confirm: ({ dryRun }) => !dryRun && byWord('check', 'put right what arrived by half'),
    asksWhen: '--dry-run is not given',
    async run({ dryRun, late }, context) {
      const { first, here } = await regionsOf(context);
      const writing = await findWritingRegion(first);
      if (!dryRun) {
        await context.record({ epoch: writing.epoch });
        if (late !== (writing.region === here))
          throw new OperationFailed(
            late ? `${here} does not write: check without --late.` : `${here} writes the table itself.`,
          );
        if (!late) requireSettled(writing, context.atMs);
      }
      const check = await runCheck({ epoch: writing.epoch, dryRun, tell: context.tell });
      if (!dryRun) await writeAtomically([checkWrite(writing.epoch, check)]);
      return {
        json: { epoch: writing.epoch, dryRun, ...check },
        text: `${check.items} items read, ${check.found} findings${dryRun ? '' : `, ${check.left} left as they were`}.`,
        ...(check.left > 0 && { failure: 'Some items have changed in between: run it again.' }),
      };
    },
  }),

  promote: verb({
    about: 'Make this Region the one that writes: only once the other is fenced, and the table was checked since',
    writes: true,
    options: { reason: reasonOption },
    confirm: () => byWord('promote', 'let this Region write'),
    see: seeRegion,
    async run({ reason }, context) {
      const { first, here } = await regionsOf(context);
      const { atMs } = context;
      const before = await requirePromotable(first, here, atMs);
      const audit = auditWrite(PLATFORM, { promoted: here, before: before.region, reason }, context);
      const next = await promoteRegion(before, here, atMs, [audit]);
      return { json: shownRegion(next), text: `${here} writes. Open the stage: stage thaw --rebuild.` };
    },
  }),

  resolve: verb({
    about:
      'Go on with a payout or an order in doubt by what its provider knows: ask for it by its reference, or order it',
    writes: true,
    options: {
      transaction: transactionOption,
      order: optional(
        'NAME',
        'The order: CONVERSION, RETURN, REFUND, or SURPLUS- and its number (default: the payout)',
        name,
      ),
      reference: optional('TEXT', "The provider's name for what the other Region has ordered", name),
      unknown: flag('The provider knows nothing of it: it is ordered here'),
      reason: reasonOption,
    },
    check({ order, reference, unknown }) {
      if ((reference === undefined) !== unknown) throw new UsageError('Give either --reference or --unknown');
      if (order !== undefined && !isOrderName(order)) throw new UsageError(`There is no order ${order}`);
    },
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'go on with an order of its transaction'),
    see: seeTransaction,
    async run({ transaction: id, order, reference, reason }, context) {
      const transaction = await existingTransaction(id);
      const { atMs } = context;
      const noted = { transactionId: id, order: order ?? 'PAYOUT', reference: reference ?? null, reason };
      const additional = [auditWrite(transaction.partnerId, noted, context)];
      const found = { transaction, reference, reason, atMs, additional };
      await (order !== undefined && isOrderName(order) ? resolveOrder(order, found) : resolvePayout(found));
      return { json: noted, text: `The ${order ?? 'payout'} of transaction ${id} goes on.` };
    },
  }),
};
