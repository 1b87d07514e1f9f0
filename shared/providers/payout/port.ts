import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

/** Money that leaves for a bank account. */
export interface BankPayout {
  /** The transaction it belongs to: a transaction is paid out once. */
  readonly transactionId: string;
  readonly amount: Money<FiatCurrency>;
  readonly account: BankAccount;
  readonly rail: 'LOCAL' | 'SWIFT';
  /** What the receiver reads, where the partner gave it. */
  readonly reference: string | undefined;
}

/** Tokens that leave for a wallet. */
export interface TokenPayout {
  readonly transactionId: string;
  readonly amount: Money<TokenSymbol>;
  readonly blockchain: Blockchain;
  readonly address: string;
}

/** What the provider says of a payout. `MANUAL`: a person at the provider has to look; it may still end either way. */
export interface PayoutState {
  readonly status: 'PENDING' | 'MANUAL' | 'COMPLETED' | 'FAILED';
  readonly reference: string;
  /** A code, of a failed one. */
  readonly reason: string | undefined;
  /** Hash of the chain transaction that sent tokens, where the provider names it. */
  readonly transactionHash: string | undefined;
}

/** The provider that pays out. A failed call throws; the payout may still have been taken. */
export interface PayoutProvider<Order> {
  /** Hands an order over. Repeating it is harmless: the transaction's id names it at the provider. */
  submit(order: Order): Promise<PayoutState>;
  /** Asks how far the provider has come with what it took. */
  poll(reference: string): Promise<PayoutState>;
}
