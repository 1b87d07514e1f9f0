/** Fields that the interfaces of several providers share. */
import * as z from 'zod/mini';
import type { Currency } from '#shared/values/money/currency';
import { type Money, moneyFromText } from '#shared/values/money/money';
import { ProviderCallFailed } from './call';

/** A provider's reference. */
export const reference = z.string().check(z.regex(/^[\w.:-]{1,200}$/));

/** Hash of a chain transaction; its form is checked where the chain is known. */
export const transferHash = z.string().check(z.regex(/^[0-9A-Za-z]{1,100}$/));

/** A reason, as a code and never a sentence: partners must not see a provider's text about a person. */
export const reasonCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/));

/** An amount as decimal text: never a JSON number, which may have lost digits on its way. */
export const decimalAmount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/));

/** Reads an amount from text. @throws ProviderCallFailed when it has more decimals than the currency */
export function parseAmount<C extends Currency>(text: string, currency: C): Money<C> {
  try {
    return moneyFromText(text, currency);
  } catch {
    throw new ProviderCallFailed('UNREADABLE');
  }
}
