import type { Scenarios } from '#test/support/scenarios/scenario';

export const wallets: Scenarios = {
  createWallet: {
    given: ['createUser'],
    others: [{ walletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }],
    effect: { entity: 'WALLET' },
    billed: [3, 8],
    example: { after: 'listReceiverBankAccounts' },
  },
  listWallets: {
    given: ['createWallet'],
    // A list's rows name its items.
    roundTrips: 3,
    example: { after: 'createWallet' },
  },
  getWalletBalances: {
    given: ['createWallet'],
    example: { after: 'listWallets' },
  },
  deleteWallet: {
    given: ['createWallet'],
    billed: [3, 8],
    example: { after: 'deleteReceiver' },
  },
};
