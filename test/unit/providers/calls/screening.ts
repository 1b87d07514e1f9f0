import { httpScreening } from '#shared/providers/payouts';
import { money } from '#shared/values/money/money';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aDepositTravelRule } from '#test/support/builders/travel-rules';
import { aUser } from '#test/support/builders/users';
import type { ContractCall } from '../contract-call';

const { id: transactionId, targetBankAccount: account } = aCrossRamp();
const requestedInformation = [{ field: 'relationship', description: 'Relationship to the beneficiary' }];
const held = { reference: 's-1', status: 'HELD', reason: 'SOURCE_OF_FUNDS_REQUIRED', requestedInformation };

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /screenings',
    response: ['State', held],
    sends: 'Payout',
    call: (provider) =>
      httpScreening(provider).submit({
        ...{ transactionId, user: aUser(), deposit: money(200_001n, 'MXN'), payout: money(97_28n, 'USD') },
        beneficiary: { account },
        compliance: { purpose: 'GOODS', sourceOfFunds: 'BUSINESS_INCOME', relationship: 'SUPPLIER' },
        travelRule: aDepositTravelRule(),
      }),
  },
  {
    operation: 'GET /screenings/{reference}',
    response: ['State', { reference: 's-1', status: 'CLEAR' }],
    call: (provider) => httpScreening(provider).poll('s-1'),
  },
  {
    operation: 'POST /screenings/{reference}/information',
    response: ['State', { reference: 's-1', status: 'HELD' }],
    sends: 'Information',
    call: (provider) =>
      httpScreening(provider).inform('s-1', { id: 'a-1', items: [{ field: 'relationship', value: 'Supplier' }] }),
  },
];
