/** What the wires of several providers have in common. */
import * as z from 'zod/mini';
import type { Currency } from '#shared/domain/money/currency';
import { type Money, moneyOfText } from '#shared/domain/money/money';
import { ProviderCallFailed } from '#shared/providers/http/provider-call';

/** A provider's name for something of its own. */
export const reference = z.string().check(z.regex(/^[\w.:-]{1,200}$/));

/** Hash of a chain transaction; whether it has the form of its chain is told where the chain is known. */
export const transferHash = z.string().check(z.regex(/^[0-9A-Za-z]{1,100}$/));

/** Why, as a code and never a sentence: what a provider wrote about a person is not for partners. */
export const reasonCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/));

/** An amount as decimal text: never a JSON number, which may have lost digits on its way. */
export const decimalAmount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/));

/** The amount that a text says. @throws ProviderCallFailed when it has more decimals than the currency */
export function amountOfText<C extends Currency>(text: string, currency: C): Money<C> {
  try {
    return moneyOfText(text, currency);
  } catch {
    throw new ProviderCallFailed('UNREADABLE');
  }
}
