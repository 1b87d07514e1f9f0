import { existing, OperationFailed } from '#ops/errors';
import { name, optional, required, whole, withDefault } from '#ops/options';
import type { Exception } from '#ops/statements/item';
import { exceptionOwners } from '#ops/statements/match';
import { findException, listExceptions, resolutionWrites } from '#ops/statements/repository';
import { table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite, PLATFORM } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/environment';
import { type Money, money, moneyText } from '#shared/values/money/money';

const DAY_MS = 86_400_000;

export const exception = {
  list: verb({
    about: 'List the open statement exceptions (reconciliation breaks) of all accounts, oldest first',
    options: {
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    async run({ limit }) {
      const exceptions = (await listExceptions(limit)).map((one) => toRow(one, nowMs()));
      return { json: { exceptions }, text: table(exceptions.map(upperCased), 'There are no open exceptions.') };
    },
  }),

  resolve: verb({
    about:
      'Mark a statement exception as resolved after you have settled the difference. This command moves no money and posts nothing to the ledger',
    writes: true,
    options: {
      id: required('ID', "The exception's identifier", name),
      reason: required(
        'TEXT',
        'How the difference was settled, for example a ticket number; stored in the audit record. No personal data',
        name,
      ),
    },
    confirm: ({ id }) => byWord(id, 'resolve the exception'),
    async run({ id, reason }, context) {
      const open = existing(await findException(id), `There is no open exception ${id}.`);
      const noted = { exceptionId: id, kind: open.reason, reason };
      const resolution = { closedBy: reason, atMs: context.atMs };
      const writes = [...resolutionWrites(open, resolution), auditWrite(PLATFORM, noted, context)];
      if (!(await writeIfConditionsHold(writes))) throw new OperationFailed(`The exception ${id} is no longer open.`);
      return { json: { id, reason }, text: `The exception ${id} is resolved.` };
    },
  }),
};

function toRow(one: Exception, atMs: number) {
  const { id, reason, currency, expectedAmount, wasAmount, elsewhere, expected, entries, day, sinceMs } = one;
  const amount = (minor: bigint | undefined) => (minor === undefined ? undefined : money(minor, currency));
  return {
    ...{ id, reason, owner: exceptionOwners[reason], ageDays: Math.floor((atMs - sinceMs) / DAY_MS), day },
    ...{ expected: written(elsewhere ?? amount(expectedAmount)), was: written(amount(wasAmount)) },
    transactions: expected.map((movement) => movement.id.split('#', 1).join('')).join(' '),
    references: [
      ...new Set(entries.flatMap(({ references, bankReference }) => [...references, bankReference ?? []].flat())),
    ].join(' '),
  };
}

function written(amount: Money | undefined): string {
  return amount === undefined ? 'nothing' : `${moneyText(amount)} ${amount.currency}`;
}
