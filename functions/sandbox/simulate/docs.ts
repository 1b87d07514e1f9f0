import { invalidTransition } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { offRamp } from '#shared/transactions/examples';
import { contract } from './contract';

const transactionHash = '0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f';
const returnedAt = '2026-01-15T16:33:05.250Z';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.simulateTransaction', 'Lets something happen to a transaction, such as the arrival of its deposit.'],
  description:
    'Lets something happen to a transaction, in the sandbox only. Deposits, expiries and returned payouts happen at once and the steps run on; `NAME_CHECK_FAILED`, `PAYOUT_FAILED` and `MANUAL_REVIEW` are armed and happen when the transaction gets there. `RELEASE_HOLD` and `REJECT_HOLD` decide on a `hold`. What is impossible from its status answers 400. `amount` makes a deposit of another amount than what is missing, in the currency that is due.',
  example: {
    path: { id: offRamp.id },
    body: { event: 'PAYOUT_RETURNED' },
    data: {
      ...offRamp,
      bankAccount: { ...offRamp.bankAccount, isVerified: true },
      status: 'COMPLETED',
      paymentUrl: null,
      type: 'OFF_RAMP',
      version: 8,
      executedAt: '2026-01-15T16:32:36.021Z',
      completedAt: '2026-01-15T16:32:46.102Z',
      updatedAt: returnedAt,
      cancellationReason: null,
      cancellationMessage: null,
      transactionHash,
      invoice: { transactionHash, paymentUrl: null },
      rails: {
        deposit: { type: 'CHAIN', reference: transactionHash, at: '2026-01-15T16:32:38.044Z' },
        payout: {
          type: 'SPEI',
          reference: 'PRE05B7F14A9C26D8371E4B0F2',
          at: '2026-01-15T16:32:44.087Z',
          proof: { status: 'VALID', url: null },
        },
      },
      hold: null,
      payoutReturn: { amount: 917.8, currency: 'MXN', reason: 'RETURNED_BY_BANK', at: returnedAt },
      surplusDeposits: [],
    },
  },
  refusals: [invalidTransition()],
});
