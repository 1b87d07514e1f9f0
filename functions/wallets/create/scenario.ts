import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  others: [{ walletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }],
  effect: { entity: 'WALLET' },
  billed: [3, 8],
  example: { after: 'listReceiverBankAccounts' },
};
