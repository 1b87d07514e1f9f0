import { defineDocs, wholeList } from '#shared/http/docs';
import { crossRamp } from '#shared/transactions/examples';
import { contract } from './contract';

const step = (from: string | null, to: string, cause: string, second: string) => ({
  from,
  to,
  at: `2026-01-15T16:30:${second}Z`,
  cause,
});

export const docs = defineDocs(contract, {
  sdk: ['transactions.listEvents', 'Reads the timeline of a transaction, oldest first.'],
  description:
    'Returns every step a transaction has taken, oldest first: its creation, then each change of status with its instant and cause. Steps without a webhook of their own are in it too.',
  example: {
    path: { id: crossRamp.id },
    data: wholeList(
      step(null, 'PENDING', 'CREATED', '10.368'),
      step('PENDING', 'FIAT_RECEIVED', 'DEPOSIT_RECEIVED', '12.379'),
      step('FIAT_RECEIVED', 'IN_PROGRESS', 'CONVERSION_STARTED', '14.385'),
      step('IN_PROGRESS', 'READY_BANK_TRANSFER', 'CONVERSION_COMPLETED', '16.390'),
      step('READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING', 'PAYOUT_SUBMITTED', '18.396'),
      step('BANK_TRANSFER_PENDING', 'COMPLETED', 'PAYOUT_COMPLETED', '20.401'),
    ),
  },
});
