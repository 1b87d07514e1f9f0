import * as z from 'zod/mini';
import { type FiatCurrency, fiatCurrencies, type TokenSymbol, tokenSymbols } from '#shared/values/money/currency';
import { type Money, moneyFromText, moneyText } from '#shared/values/money/money';

/** Money is stored as decimal text with its currency. Decimal text is exact and people can read it. */
export const storedFiat = z.object({ amount: z.string(), currency: z.enum(fiatCurrencies) });
export const storedToken = z.object({ amount: z.string(), currency: z.enum(tokenSymbols) });
export const storedMoney = z.object({ amount: z.string(), currency: z.enum([...fiatCurrencies, ...tokenSymbols]) });

/** The same, decoded. */
export const fiatMoney = z.pipe(storedFiat, z.transform(decodeMoney<FiatCurrency>));
export const tokenMoney = z.pipe(storedToken, z.transform(decodeMoney<TokenSymbol>));
export const anyMoney = z.pipe(storedMoney, z.transform(decodeMoney<FiatCurrency | TokenSymbol>));

export function encodeMoney<C extends FiatCurrency | TokenSymbol>(amount: Money<C>): { amount: string; currency: C } {
  return { amount: moneyText(amount), currency: amount.currency };
}

function decodeMoney<C extends FiatCurrency | TokenSymbol>(stored: { amount: string; currency: C }): Money<C> {
  return moneyFromText(stored.amount, stored.currency);
}
