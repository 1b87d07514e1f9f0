/**
 * Checks that each deposit funds a transaction at most once, and that no more money is returned than was deposited. Checks that
 * each shortfall is within the tolerance of the partner's agreement.
 */
import { heldAmounts, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction } from '#shared/transactions/item';
import { moneyText } from '#shared/values/money/money';
import { decimalUnits, type Evidence, ofEntity, readSteps, type Step } from './evidence';

export function depositViolations({ items }: Evidence): string[] {
  const stepsOf = readSteps(items);
  return ofEntity(items, 'TX').flatMap((item) => {
    const transaction = decodeTransaction(item);
    const own = stepsOf(item);
    const found = [...balanceViolations(transaction, own), ...fundingViolations(transaction, own)];
    return found.map((violation) => `transaction ${transaction.id}: ${violation}`);
  });
}

/** Returns credits less debits of the accounts with this prefix, in a currency. */
function balanceOf(entries: Step['entries'], account: string, currency: string): bigint {
  return entries
    .filter((one) => one.account.startsWith(account) && one.currency === currency)
    .reduce((sum, { side, amount }) => sum + (side === 'CREDIT' ? 1n : -1n) * decimalUnits(amount), 0n);
}

/** Checks that no account of the user is negative at any step, and that the refund account's balance equals `heldAmounts`. */
function balanceViolations(transaction: Transaction, steps: readonly Step[]): string[] {
  const currencies = [...new Set(steps.flatMap(({ entries }) => entries.map(({ currency }) => currency)))];
  const found: string[] = [];
  for (const currency of currencies) {
    const posted: Step['entries'] = [];
    for (const { SK, entries } of steps) {
      posted.push(...entries);
      for (const account of ['user:', 'refund:'])
        if (balanceOf(posted, account, currency) < 0n) found.push(`${account} is overdrawn in ${currency} by ${SK}`);
      if (balanceOf(posted, 'settlement:pay-in', currency) > 0n)
        found.push(`more ${currency} is returned by ${SK} than arrived`);
    }
    const held = heldAmounts(transaction)
      .filter((amount) => amount.currency === currency)
      .reduce((sum, amount) => sum + decimalUnits(moneyText(amount)), 0n);
    if (balanceOf(posted, 'refund:', currency) !== held)
      found.push(`its refund account is not what it holds in ${currency}`);
  }
  return found;
}

/**
 * Checks that the step that funds a transaction credits the full amount of the transaction to the user. The credit consists of
 * deposits that were kept for a top-up, the received deposit, and the shortfall that the partner pays.
 */
function fundingViolations(transaction: Transaction, steps: readonly Step[]): string[] {
  const funding = steps.find(({ trigger, from, to }) => trigger === 'DEPOSIT_RECEIVED' && from !== to);
  const { depositTerms, shortfall, partnerId } = transaction;
  if (funding === undefined) return shortfall === undefined ? [] : ['is short of a deposit that never came'];
  const { currency, ...source } = sourceAmount(transaction);
  const due = decimalUnits(moneyText({ currency, ...source }));
  const borne = -balanceOf(funding.entries, `partner:${partnerId}:shortfall`, currency);
  const used = transaction.surplusDeposits
    .filter(({ usedAtMs }) => usedAtMs !== undefined)
    .reduce((sum, { amount }) => sum + decimalUnits(moneyText(amount)), 0n);
  const moved = funding.entries
    .filter(({ account, side }) => account.startsWith('refund:') && side === 'DEBIT')
    .reduce((sum, { amount }) => sum + decimalUnits(amount), 0n);
  return [
    ...(balanceOf(funding.entries, 'user:', currency) === due ? [] : ['is funded by another amount than its own']),
    ...(used === moved ? [] : ['was made up of other deposits than it says']),
    ...(borne === (shortfall === undefined ? 0n : decimalUnits(moneyText(shortfall)))
      ? []
      : ['bears another shortfall than it says']),
    ...(borne * 10_000n <= due * BigInt(depositTerms?.toleranceBps ?? 0) ? [] : ['is short by more than is tolerated']),
  ];
}
