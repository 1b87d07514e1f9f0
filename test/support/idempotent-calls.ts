/** A request for every operation that takes an idempotency key, with what it needs before it. */
import { randomUUID } from 'node:crypto';
import type { ApiClient } from '#test/support/api-client';

/** A POST under the partner API. */
export interface Post {
  readonly path: string;
  readonly body?: unknown;
}

type Item = Readonly<Record<string, unknown>>;

export interface IdempotentCall extends Post {
  /** A request that the same key must be refused for: another body, another path, or another operation. */
  readonly other: Post;
  /** Whether an item of the table is an effect of this call. */
  readonly isEffect: (item: Item) => boolean;
  /** Effects of one such call. @default 1 */
  readonly effects?: number;
}

type Preparation = (partner: ApiClient) => Promise<IdempotentCall>;

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER_WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const entity =
  (name: string) =>
  (item: Item): boolean =>
    item.entity === name;

const newEmail = () => `user-${randomUUID()}@example.com`;

/** By operation id. */
export const idempotentCalls: Readonly<Record<string, Preparation>> = {
  createUser: async () => ({
    path: '/users',
    body: { type: 'INDIVIDUAL', email: newEmail() },
    other: { path: '/users', body: { type: 'INDIVIDUAL', email: newEmail() } },
    isEffect: entity('USER'),
  }),
  createWallet: async (partner) => {
    const path = `/users/${await partner.newUser()}/wallets`;
    return {
      path,
      body: { vmType: 'EVM', walletAddress: WALLET },
      other: { path, body: { vmType: 'EVM', walletAddress: OTHER_WALLET } },
      isEffect: entity('WALLET'),
    };
  },
  createReceiver: async (partner) => {
    const person = { userId: await partner.newUser(), receiverType: 'INDIVIDUAL', lastName: 'López' };
    return {
      path: '/receivers',
      body: { ...person, firstName: 'Luis' },
      other: { path: '/receivers', body: { ...person, firstName: 'Luisa' } },
      isEffect: entity('RECEIVER'),
    };
  },
  createCrossRamp: async (partner) => {
    const body = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
    return {
      path: '/cross-ramp',
      body,
      other: { path: '/cross-ramp', body: { ...body, sourceAmount: 1501 } },
      isEffect: entity('TX'),
    };
  },
  createOnRamp: async (partner) => {
    const body = {
      userId: await partner.verifiedUser(),
      fiatCurrency: 'MXN',
      blockchainSymbol: 'POL',
      tokenSymbol: 'USDC',
      fiatAmount: 500,
      destinationWalletAddress: WALLET,
    };
    return {
      path: '/on-ramp',
      body,
      other: { path: '/on-ramp', body: { ...body, fiatAmount: 501 } },
      isEffect: entity('TX'),
    };
  },
  createOffRamp: async (partner) => ({
    path: '/off-ramp',
    ...offRamp(await partner.verifiedUser()),
    isEffect: entity('TX'),
  }),
};

function offRamp(userId: string): { body: object; other: Post } {
  const body = {
    userId,
    fiatCurrency: 'MXN',
    blockchainSymbol: 'POL',
    tokenSymbol: 'USDC',
    cryptoAmount: 50,
    userBankInformation: { accountIdentifier: '012180015500000008' },
  };
  return { body, other: { path: '/off-ramp', body: { ...body, cryptoAmount: 51 } } };
}
