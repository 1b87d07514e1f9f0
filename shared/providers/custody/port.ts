import type { Blockchain } from '#shared/values/chains/blockchain';
import type { TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

export interface BalanceReader {
  /** The balance of an address on a chain, in one token. */
  readBalance(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** The provider that holds the keys of deposit addresses and reads the balance of any address. */
export interface Custody extends BalanceReader {
  /** The address that takes the deposit of one off-ramp: valid on its chain, and no other off-ramp's. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}
