import type { Blockchain, TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

/** Returns the balance reader for one user's addresses. */
export type BalanceReaderFor = (userId: string) => Promise<BalanceReader>;

export interface BalanceReader {
  readBalance(address: string, blockchain: Blockchain, token: TokenSymbol): Promise<Money<TokenSymbol>>;
}

/** The custodian: the provider that stores the keys of deposit addresses. */
export interface Custody {
  /** Returns the deposit address of an off-ramp. The address is valid on the blockchain and unique to this off-ramp. */
  depositAddressFor(transactionId: string, blockchain: Blockchain): Promise<string>;
}
