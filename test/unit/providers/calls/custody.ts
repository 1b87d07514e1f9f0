import { httpCustody } from '#shared/providers/custody/http';
import { httpRefunds } from '#shared/providers/orders/refunds';
import { httpTokenPayouts } from '#shared/providers/payouts';
import { money } from '#shared/values/money/money';
import { aPayoutTravelRule } from '#test/support/builders/travel-rules';
import type { ContractCall } from '../contract-call';

const TX = '019bc1c5-0000-7000-8000-000000000001';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const state = { reference: 'out-1', status: 'PENDING' };

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /deposit-addresses',
    response: ['DepositAddress', { address: WALLET }],
    sends: 'AddressRequest',
    call: (provider) => httpCustody(provider).depositAddressFor(TX, 'ETH'),
  },
  {
    operation: 'GET /addresses/{blockchain}/{address}/balances/{token}',
    response: ['Balance', { balance: '0' }],
    call: (provider) => httpCustody(provider).readBalance(WALLET, 'ETH', 'USDC'),
  },
  {
    operation: 'POST /transfers',
    response: ['PayoutState', state],
    sends: 'Transfer',
    call: (provider) =>
      httpTokenPayouts(provider).submit({
        transactionId: TX,
        amount: money(1n, 'USDT'),
        blockchain: 'POL',
        address: WALLET,
        travelRule: aPayoutTravelRule(),
      }),
  },
  {
    operation: 'GET /transfers/{reference}',
    response: ['PayoutState', state],
    call: (provider) => httpTokenPayouts(provider).poll('out-1'),
  },
  {
    operation: 'POST /refunds',
    response: ['OrderState', state],
    sends: 'Refund',
    call: (provider) =>
      httpRefunds(provider).submit(
        {
          ...{ transactionId: TX, refundId: 'SURPLUS-0', userId: TX, amount: money(1n, 'USDT') },
          ...{ returnsDeposit: true, blockchain: 'ETH', depositRail: undefined },
        },
        `${TX}-SURPLUS-0`,
      ),
  },
  {
    operation: 'GET /refunds/{reference}',
    response: ['OrderState', state],
    call: (provider) => httpRefunds(provider).poll('back-1'),
  },
];
