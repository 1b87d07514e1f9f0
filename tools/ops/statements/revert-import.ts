/** Reverts the last import of an account. */
import { existing, OperationFailed } from '#ops/errors';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite, PLATFORM } from '#shared/partners/repository';
import { newId } from '#shared/values/ids';
import { accountIn } from './exception';
import type { Stamp } from './import-statements';
import type { ReconciledAccount, StoredImport } from './item';
import { accountWrite, applyChanges, findAccount, findImport, storeReversal } from './repository';

interface LastImport {
  readonly account: ReconciledAccount;
  readonly last: StoredImport;
}

/**
 * Finds an import by its id, or by the id of one of its statements.
 * @throws OperationFailed if it is not the last import of the account
 */
async function findLast(id: string): Promise<LastImport> {
  const account = await findAccount(accountIn(id));
  const none = `There is no import ${id}.`;
  const { importId } = existing(account?.progress, none);
  const last = existing(await findImport(importId), `The records of the import ${importId} have expired.`);
  if (account === undefined) throw new OperationFailed(none);
  if (id === importId || last.statementIds.includes(id)) return { account, last };
  throw new OperationFailed(`${id} is not the last import of its account: revert ${importId} first.`);
}

/** Returns the account state that a second person approves. The approval becomes invalid if the state changes. */
export async function seeImport(id: string) {
  const { account, last } = await findLast(id);
  return { partnerId: PLATFORM, state: `${last.importId}, version ${account.version}` };
}

/**
 * Deletes the statements of an import and the exceptions that it opened, except those that a person resolved. Reopens the
 * exceptions that the import (not a person) closed.
 * @throws OperationFailed if it is not the account's last import, or a concurrent import changed the account
 */
export async function revertImport(id: string, stamp: Stamp): Promise<StoredImport> {
  const { account, last } = await findLast(id);
  await applyChanges(account.changesId);
  const { accountId, number, covers } = account;
  const changesId = `${accountId}-${newId(stamp.atMs)}`;
  await storeReversal(last.importId, changesId, stamp.atMs);
  const next = { accountId, number, covers, changesId, progress: last.before };
  const noted = { accountId, importId: last.importId, statements: last.statementIds.length };
  if (!(await writeIfConditionsHold([accountWrite(account, next), auditWrite(PLATFORM, noted, stamp)])))
    throw new OperationFailed('Nothing was reverted: the account changed in the meantime.');
  await applyChanges(changesId);
  return last;
}
