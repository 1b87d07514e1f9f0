import { httpPaymentProofs } from '#shared/providers/payouts';
import { money } from '#shared/values/money/money';
import type { ContractCall } from '../contract-call';

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /proofs/search',
    response: [
      'Proof',
      {
        status: 'VALID',
        url: 'https://proofs.example.com/1',
        checks: { signature: true, operation: true, name: false },
      },
    ],
    sends: 'Transfer',
    call: (provider) =>
      httpPaymentProofs(provider).find({
        ...{ lookUpId: 't-1-PAYOUT-0', trackingKey: 'NU39A1B2C3', date: '2026-01-15', amount: money(903_60n, 'MXN') },
        receiver: { account: '646180110400000007', bankName: 'STP' },
      }),
  },
];
