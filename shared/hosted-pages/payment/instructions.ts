/** Everything that has to be entered for a deposit, in the order in which banks and wallets ask for it. */

import { accountNumberForm, isTargetCountry } from '#shared/corridors/domain/regions';
import { currencyName, formatMoney, plainAmount } from '#shared/hosted-pages/amounts';
import { outstandingDeposit } from '#shared/transactions/domain/deposit-policy';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Language } from '#shared/values/languages';
import paymentTexts from './texts.json';

/** One thing to enter. */
export interface PaymentField {
  readonly id: 'beneficiary' | 'bank' | 'account' | 'amount' | 'reference' | 'token' | 'network' | 'address';
  readonly label: string;
  readonly shown: string;
  /** The text that a copy button copies; none for what is chosen from a list. */
  readonly copied?: string;
}

export function paymentFields(transaction: Transaction, language: Language): PaymentField[] {
  const { labels, networks } = paymentTexts[language];
  const due = outstandingDeposit(transaction);
  const amount: PaymentField = {
    id: 'amount',
    label: labels.amount,
    shown: `${formatMoney(due, language)} (${currencyName(due.currency, language)})`,
    copied: plainAmount(due),
  };
  if (transaction.kind === 'OFF_RAMP') {
    const { depositAddress, blockchain } = transaction;
    return [
      { id: 'token', label: labels.token, shown: due.currency },
      { id: 'network', label: labels.network, shown: networks[blockchain] },
      amount,
      { id: 'address', label: labels.address, shown: depositAddress, copied: depositAddress },
    ];
  }
  const { beneficiary, bankName, accountIdentifier, country, message } =
    transaction.kind === 'ON_RAMP' ? transaction.depositAccount : transaction.sourceBankAccount;
  const form = isTargetCountry(country) ? accountNumberForm(country) : 'TEXT';
  return [
    ...(beneficiary === undefined
      ? []
      : [{ id: 'beneficiary', label: labels.beneficiary, shown: beneficiary, copied: beneficiary } as const]),
    { id: 'bank', label: labels.bank, shown: bankName },
    {
      id: 'account',
      label: labels.accounts[form === 'CLABE' || form === 'IBAN' ? form : 'TEXT'],
      shown: accountIdentifier,
      copied: accountIdentifier,
    },
    amount,
    { id: 'reference', label: labels.reference, shown: message, copied: message },
  ];
}
