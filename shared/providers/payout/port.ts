import type { BankAccount } from '#shared/bank-accounts/domain/bank-account';
import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

/** A payout to a bank account. */
export interface BankPayout {
  /** The transaction it belongs to: a transaction is paid out once. */
  readonly transactionId: string;
  readonly amount: Money<FiatCurrency>;
  readonly account: BankAccount;
  readonly rail: 'LOCAL' | 'SWIFT';
  /** The reference that the receiver reads, where the partner gave one. */
  readonly reference: string | undefined;
}

/** A transfer of tokens to a wallet. */
export interface TokenPayout {
  readonly transactionId: string;
  readonly amount: Money<TokenSymbol>;
  readonly blockchain: Blockchain;
  readonly address: string;
}

/** The provider's status of a payout. `MANUAL`: a person at the provider has to decide; it may still succeed or fail. */
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
  /** Submits an order. Repeating it is harmless: the transaction's id is its idempotency key. */
  submit(order: Order): Promise<PayoutState>;
  /** Requests the status of an accepted order. */
  poll(reference: string): Promise<PayoutState>;
}
