import { type FieldError, invalidInput, noInformationRequested } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Reply, Request } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import type { Hold, InformationItem } from '#shared/transactions/domain/hold';
import { continuationWrites, informationStepWrites } from '#shared/transactions/payouts/continue-payout';
import { informationWrite } from '#shared/transactions/payouts/repository';
import { findReportedTransaction } from '#shared/transactions/provider-reports/repository';
import { readOwnTransaction, requireOwnTransaction } from '#shared/transactions/read-own-transaction';
import { toTransactionResponse } from '#shared/transactions/response';
import { attemptEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import { contract } from './contract';

/**
 * Accepts the information that a hold requests from the partner, all fields in one request. A step then sends the information to
 * the screening provider. In the sandbox, the hold is released immediately. After a write conflict, reads everything again.
 */
export const provideInformation = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  return retryOnConflict(async (attempt): Promise<Reply<typeof contract> | undefined> => {
    const found = await findReportedTransaction(params.id);
    const current = await expireIfDue(requireOwnTransaction(found?.transaction, caller), nowMs);
    requireItems(current.hold, body.items);
    const releases = stage() === 'sandbox';
    let recorded: Reply<typeof contract> | undefined;
    const result = await attemptEvent(
      {
        source: 'partner',
        eventId: `information-${current.version}`,
        transactionId: current.id,
        trigger: releases ? 'HOLD_RELEASED' : 'INFORMATION_GIVEN',
        atVersion: current.version,
        atMs: nowMs,
      },
      async (outcome, after) => {
        if (outcome !== 'applied') return [];
        const { writes, reply } = await record(toTransactionResponse(after, nowMs));
        recorded = reply;
        const following = releases ? await continuationWrites(after, nowMs) : await informationStepWrites(after, nowMs);
        return [informationWrite(after, body.items), ...following, ...writes];
      },
      // After a conflict, only the read of `attemptEvent` shows whether this event is already stored.
      attempt === 1 && found ? { ...found, transaction: current } : undefined,
    );
    return result && recorded;
  });
});

async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnTransaction(params.id, caller)).userId;
}

/** Checks that the items contain each requested field once and no other field. @throws Problem */
function requireItems(hold: Hold | undefined, items: readonly InformationItem[]): void {
  if (hold === undefined || hold.requestedInformation.length === 0) throw noInformationRequested();
  const requested = hold.requestedInformation.map(({ field }) => field);
  const given = items.map(({ field }) => field);
  const errors = [
    ...given.flatMap((field, position): FieldError[] => {
      const name = `items.${position}.field`;
      if (!requested.includes(field)) return [{ field: name, message: `Must be one of ${requested.join(', ')}` }];
      return given.indexOf(field) === position ? [] : [{ field: name, message: 'Must not be given twice' }];
    }),
    ...requested
      .filter((field) => !given.includes(field))
      .map((field) => ({ field: 'items', message: `Must answer ${field}` })),
  ];
  if (errors.length > 0) throw invalidInput(errors);
}
