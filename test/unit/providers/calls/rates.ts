import { httpRates } from '#shared/providers/rates/http';
import type { ContractCall } from '../contract-call';

export const calls: readonly ContractCall[] = [
  {
    operation: 'GET /rates/{from}/{to}',
    answer: ['Rate', { mid: '18.45', asOf: new Date().toISOString() }],
    call: (provider) => httpRates(provider, { maxAgeMs: 600_000 }).midRate('USDC', 'MXN', 0),
  },
];
