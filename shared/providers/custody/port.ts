import type { Blockchain, TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

/** Gives the reader of the balances of one user's addresses. */
export type BalanceReaderFor = (userId: string) => Promise<BalanceReader>;

export interface BalanceReader {
  /** The balance of an address on a chain, in one token. */
  readBalance(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** The provider that holds the keys of deposit addresses. */
export interface Custody {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}
