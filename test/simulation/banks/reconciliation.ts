/** Imports a faulty bank's statements day by day. No incorrectly paid movement may be matched, and no entry may count twice. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { exceptionDifference } from '#ops/statements/exception';
import { sides } from '#ops/statements/expected';
import { importStatements } from '#ops/statements/import-statements';
import { listExceptions } from '#ops/statements/repository';
import { journalKey } from '#shared/dynamodb/keys';
import { encodeMoney } from '#shared/dynamodb/stored-money';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { money } from '#shared/values/money/money';
import { Chance } from '#test/support/chance';
import { replaceSend } from '#test/support/handlers/replace-send';
import { MemoryTable } from '#test/support/handlers/table/memory-table';
import { toTableCommand } from '#test/support/handlers/table/table-client';
import { type Booked, drawMonth, issued, issuedAgain, losses, type Month } from './erring-bank';

const TABLE_NAME = 'reconciliation';
const terms = { covers: sides, tolerances: { days: 3, amount: 0n } };
/** A time after the last day of every drawn month. */
const stamp = { atMs: Date.UTC(2026, 3, 1), operator: 'simulation', verb: 'statement import' };

/** @param change returns the command to execute instead of the given command; `undefined` to execute no command */
export async function reconciliationViolations(
  seed: number,
  change: (command: unknown) => unknown = (command) => command,
): Promise<string[]> {
  const before = process.env.TABLE_NAME;
  Object.assign(process.env, { TABLE_NAME, AWS_REGION: process.env.AWS_REGION ?? 'us-east-1' });
  const table = new MemoryTable(TABLE_NAME);
  const restore = replaceSend(DynamoDBDocumentClient, async (command) => {
    const changed = change(command);
    return changed === undefined ? {} : toTableCommand(changed)?.act(table);
  });
  try {
    const chance = new Chance(seed);
    const month = drawMonth(chance);
    for (const one of month.books) await book(one);
    const repeated = await importMonth(month, chance);
    return [...repeated, ...(await wrongExceptions(month))];
  } catch (error) {
    return [`statements: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    restore();
    if (before === undefined) delete process.env.TABLE_NAME;
    else process.env.TABLE_NAME = before;
  }
}

async function book({ id, minor, day }: Booked): Promise<void> {
  const amount = encodeMoney(money(minor < 0n ? -minor : minor, 'EUR'));
  const entries = [{ account: 'settlement:pay-in', side: minor < 0n ? 'CREDIT' : 'DEBIT', ...amount }];
  await writeAtomically([putItem({ ...journalKey(id, 2, day), entity: 'JOURNAL', partnerId: 'p', entries })]);
}

/** Imports each day's statement, sometimes two copies in one import. Then imports the same or an earlier statement again. */
async function importMonth({ statements }: Month, chance: Chance): Promise<string[]> {
  const violations: string[] = [];
  for (const [index, statement] of statements.entries()) {
    const copies = Array.from({ length: chance.happens(0.3) ? 2 : 1 }, () => issued(statement, chance));
    await importStatements(copies.flat(), terms, stamp);
    const older = statements[chance.between(0, index)] ?? statement;
    for (const { isNew } of await importStatements(issuedAgain(older, chance), terms, stamp))
      if (isNew) violations.push(`the statement of ${older.to} was imported twice`);
  }
  return violations;
}

async function wrongExceptions(month: Month): Promise<string[]> {
  const open = await listExceptions(500);
  const missing = open.flatMap(({ expected }) => expected.map(({ id }) => id.split('#', 1).join('')));
  const lost = losses(month);
  const unnamed = lost.filter((id) => !missing.includes(id)).map((id) => `the loss of ${id} is reported as reconciled`);
  const invented = missing.filter((id) => !lost.includes(id)).map((id) => `${id} was paid, and is reported as missing`);
  const stated = open.reduce((sum, one) => sum + exceptionDifference(one), 0n);
  const booked = month.books.reduce((sum, { minor }) => sum + minor, 0n);
  const difference = (month.statements.at(-1)?.closing ?? 0n) - booked;
  const isProven = stated === difference;
  return [...unnamed, ...invented, ...(isProven ? [] : [`exceptions are ${stated}, and the difference ${difference}`])];
}
