import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { existing } from '#ops/errors';
import { sides } from '#ops/statements/expected';
import { importStatements } from '#ops/statements/import-statements';
import { findOpenExceptions } from '#ops/statements/repository';
import { newId } from '#shared/values/ids';
import { camt053Text } from '#test/support/statement-files';

/**
 * Imports a statement with one unexpected entry, and writes a statement file of another account. @param folder folder of the file
 */
export async function newStatement(folder: string, atMs: number) {
  const account = newId(atMs);
  const day = '2026-01-05';
  const movement = { amount: 5n, bookedOn: day, valueOn: day, name: undefined };
  const entries = [{ ...movement, bankReference: account, references: [], details: '' }];
  const statement = { account, currency: 'EUR', opening: 0n, closing: 5n, from: day, to: day, entries } as const;
  const terms = { covers: sides, tolerances: { days: 3, amount: 0n } };
  const [{ statement: imported } = { statement: undefined }] = await importStatements([statement], terms, {
    ...{ atMs, operator: 'setup', verb: 'setup' },
  });
  if (imported === undefined) throw new Error('No statement');
  const [open] = await findOpenExceptions(imported.accountId);
  const file = join(folder, account);
  writeFileSync(file, camt053Text({ ...statement, account: `${account}X` }, '08'));
  return { account, file, statementId: imported.statementId, exceptionId: existing(open, 'No exception').id };
}
