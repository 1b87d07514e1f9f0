import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { providerPollDelayMs } from '#shared/identity/domain/identity-verification';
import { metric } from '#shared/platform/observability/log';
import type { ScreenedPayout, Screening, ScreeningState } from '#shared/providers/payouts';
import { paidInAmount } from '#shared/transactions/domain/deposit-policy';
import { isProviderOverdue, type Payout, releasedPayout } from '#shared/transactions/domain/payout';
import { complianceOf, payoutAmount } from '#shared/transactions/domain/transaction';
import { findNewestInformation, payoutReplacementWrite } from '#shared/transactions/payouts/repository';
import { findTravelRule } from '#shared/transactions/travel-rule/repository';
import { findUser } from '#shared/users/repository';
import { callProvider, closingWrite, immediateStep, type PayoutWork, reportEvent, withFreshStage } from './payout-work';

/**
 * Advances the screening of a payout with one provider call: submits the payout, sends the partner's information, or requests the
 * status. One write applies the decision to the transaction and stores the payout's next step (docs/adr/009).
 */
export async function screenPayout(work: PayoutWork): Promise<unknown> {
  const { transaction, payout, deps } = work;
  const screening = deps.screening();
  // Without a screening provider in the settings, a held payout waits for an operator, who releases or rejects the payout.
  if (screening === 'NONE') return writeIfConditionsHold([closingWrite(work)]);
  const state = await callProvider(work, () => fetchState(screening, work));
  const { hold } = transaction;
  switch (state?.status) {
    case 'CLEAR': {
      const cleared = payoutReplacementWrite(payout, releasedPayout(payout, deps.now()), immediateStep(work));
      return hold === undefined
        ? writeIfConditionsHold([cleared])
        : reportEvent(work, { trigger: 'HOLD_RELEASED' }, cleared);
    }
    case 'REJECTED':
      return reportEvent(work, { trigger: 'SCREENING_REJECTED' }, closingWrite(work));
    case 'HELD': {
      const { reason = 'COMPLIANCE_REVIEW', requestedInformation = [] } = state;
      const isNews = hold === undefined || (hold.deadlineMs === undefined && requestedInformation.length > 0);
      if (!isNews) return writeIfConditionsHold([laterWrite(work, state)]);
      return reportEvent(
        work,
        { trigger: 'HOLD_PLACED', holdCause: { reason, requestedInformation } },
        laterWrite(work, state),
      );
    }
    case 'PENDING':
    case undefined:
      if (hold !== undefined || !isOverdue(stateAfter(work, state), deps.now()))
        return writeIfConditionsHold([laterWrite(work, state)]);
      metric('providerSilent', 1);
      return reportEvent(work, { trigger: 'HOLD_PLACED' }, laterWrite(work, state));
  }
}

/** Returns true if the provider has not responded or not decided for so long that the payout must be held. */
function isOverdue(payout: Payout, atMs: number): boolean {
  return isProviderOverdue({ ...payout, reference: payout.screeningReference }, atMs);
}

async function fetchState(
  screening: Screening,
  { transaction, payout }: Pick<PayoutWork, 'transaction' | 'payout'>,
): Promise<ScreeningState> {
  const { screeningReference: name } = payout;
  if (name === undefined) return screening.submit(await toScreenedPayout(transaction));
  const information = payout.screening === 'INFORMED' ? await findNewestInformation(transaction.id) : undefined;
  return information === undefined ? screening.poll(name) : screening.inform(name, information);
}

async function toScreenedPayout(transaction: PayoutWork['transaction']): Promise<ScreenedPayout> {
  const user = await findUser(transaction.userId);
  if (user === undefined) throw new Error('A transaction of a user that does not exist');
  const base = {
    transactionId: transaction.id,
    user,
    deposit: paidInAmount(transaction),
    payout: payoutAmount(transaction),
    compliance: complianceOf(transaction),
    travelRule: await findTravelRule(transaction),
  };
  switch (transaction.kind) {
    case 'ON_RAMP': {
      const { blockchain, destinationWalletAddress: address } = transaction;
      return { ...base, beneficiary: { wallet: { blockchain, address } } };
    }
    case 'OFF_RAMP':
      return { ...base, beneficiary: { account: transaction.bankAccount } };
    case 'CROSS_RAMP':
      return { ...base, beneficiary: { account: transaction.targetBankAccount } };
  }
}

/** Write that schedules the next call to the screening provider. */
function laterWrite(work: PayoutWork, state: ScreeningState | undefined) {
  const { payout, deps } = work;
  const next = stateAfter(work, state);
  const { screeningReference: reference, calls } = next;
  const atMs = deps.now() + providerPollDelayMs({ reference, calls });
  return payoutReplacementWrite(payout, next, { atMs, announced: false });
}

function stateAfter(work: PayoutWork, state: ScreeningState | undefined): Payout {
  const { payout } = work;
  if (state === undefined) return { ...payout, calls: payout.calls + 1 };
  if (payout.screeningReference === undefined)
    return { ...withFreshStage(work), screening: 'ASKED', screeningReference: state.reference };
  return { ...payout, screening: 'ASKED', calls: payout.calls + 1 };
}
