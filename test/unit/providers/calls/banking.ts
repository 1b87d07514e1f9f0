import { httpRefunds } from '#shared/providers/orders/refunds';
import { httpBankPayouts } from '#shared/providers/payouts';
import { httpDepositAccounts } from '#shared/transactions/create/deposit-accounts';
import { money } from '#shared/values/money/money';
import type { ContractCall } from '../contract-call';

const refund = {
  transactionId: '019bc1c5-0000-7000-8000-000000000001',
  refundId: 'REFUND',
  userId: '019bc1c5-0000-7000-8000-000000000002',
  amount: money(2000_01n, 'MXN'),
  returnsDeposit: true,
  blockchain: undefined,
  depositRail: { type: 'SPEI', reference: 'PR123', atMs: 0 },
} as const;
const state = { reference: 'out-1', status: 'PENDING' };

export const calls: readonly ContractCall[] = [
  {
    operation: 'GET /deposit-accounts/{currency}',
    response: ['DepositAccount', { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' }],
    call: (provider) => httpDepositAccounts(provider)('MXN'),
  },
  {
    operation: 'POST /payouts',
    response: ['PayoutState', { ...state, status: 'FAILED', reason: 'ACCOUNT_CLOSED' }],
    sends: 'Payout',
    call: (provider) =>
      httpBankPayouts(provider).submit({
        transactionId: '019bc1c5-0000-7000-8000-000000000001',
        amount: money(97_28n, 'USD'),
        account: {
          country: 'US',
          accountIdentifier: '12345678',
          bankName: 'Bank',
          isVerified: true,
          routingNumber: '021000021',
          accountType: 'CHECKING',
          accountHolder: { type: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Sol' },
          address: {
            streetLine1: 'Main St',
            streetLine2: 'Büro 2',
            buildingNumber: '1',
            city: 'Austin',
            state: 'TX',
            postalCode: '73301',
            country: 'US',
          },
        },
        rail: 'SWIFT',
        reference: 'Invoice 7',
        compliance: { purpose: 'GDDS', sourceOfFunds: 'BUSINESS_INCOME', relationship: 'SUPPLIER' },
      }),
  },
  {
    operation: 'GET /payouts/{reference}',
    response: ['PayoutState', state],
    call: (provider) => httpBankPayouts(provider).poll('out-1'),
  },
  {
    operation: 'POST /refunds',
    response: ['OrderState', { reference: 'back-1', status: 'FAILED', reason: 'ACCOUNT_CLOSED' }],
    sends: 'Refund',
    call: (provider) => httpRefunds(provider).submit(refund, `${refund.transactionId}-REFUND`),
  },
  {
    operation: 'GET /refunds/{reference}',
    response: ['OrderState', state],
    call: (provider) => httpRefunds(provider).poll('back-1'),
  },
];
