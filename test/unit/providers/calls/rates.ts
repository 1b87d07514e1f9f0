import { httpConversions } from '#shared/providers/orders/refunds';
import { httpRates } from '#shared/quotes/rates/http';
import { money } from '#shared/values/money/money';
import type { ContractCall } from '../contract-call';

const TX = '019bc1c5-0000-7000-8000-000000000001';

export const calls: readonly ContractCall[] = [
  {
    operation: 'GET /rates/{from}/{to}',
    response: ['Rate', { mid: '18.45', asOf: new Date().toISOString() }],
    call: (provider) => httpRates(provider, { maxAgeMs: 600_000 }).midRate('USDC', 'MXN', 0),
  },
  {
    operation: 'POST /conversions',
    response: ['OrderState', { reference: 'conversion-1', status: 'MANUAL' }],
    sends: 'Conversion',
    call: (provider) =>
      httpConversions(provider).submit(
        { transactionId: TX, source: money(2000_01n, 'MXN'), target: money(97_280_000n, 'USDC') },
        TX,
      ),
  },
  {
    operation: 'GET /conversions/{reference}',
    response: ['OrderState', { reference: 'conversion-1', status: 'COMPLETED' }],
    call: (provider) => httpConversions(provider).poll('conversion-1'),
  },
];
