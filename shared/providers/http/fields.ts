/** What the wires of several providers have in common. */
import * as z from 'zod/mini';
import type { Currency } from '#shared/values/money/currency';
import { type Money, moneyFromText } from '#shared/values/money/money';
import { ProviderCallFailed } from './call';

/** A provider's name for something of its own. */
export const reference = z.string().check(z.regex(/^[\w.:-]{1,200}$/));

/** Hash of a chain transaction; its form is checked where the chain is known. */
export const transferHash = z.string().check(z.regex(/^[0-9A-Za-z]{1,100}$/));

/** Why, as a code and never a sentence: what a provider wrote about a person is not for partners. */
export const reasonCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/));

/** An amount as decimal text: never a JSON number, which may have lost digits on its way. */
export const decimalAmount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/));

/** The amount that a text says. @throws ProviderCallFailed when it has more decimals than the currency */
export function parseAmount<C extends Currency>(text: string, currency: C): Money<C> {
  try {
    return moneyFromText(text, currency);
  } catch {
    throw new ProviderCallFailed('UNREADABLE');
  }
}
