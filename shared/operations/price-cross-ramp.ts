import { type FieldError, invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import { type CrossRampPrice, fixedFeeOf, priceCrossRamp } from '#shared/domain/cross-ramp/pricing';
import type { FiatCurrency } from '#shared/domain/money/currency';
import { compare, type Decimal, decimalOfNumber } from '#shared/domain/money/decimal';
import { amountOfNumber, decimalOf, type Money } from '#shared/domain/money/money';
import type { Agreement, Caller, Range } from '#shared/domain/partners/partner';
import { fraction } from '#shared/domain/rates/rate';
import { sandboxRuleOf } from '#shared/domain/sandbox/amounts';
import { rateSourceOf } from '#shared/providers/rates/rate-source';

/** The one amount that a caller gave, and for which side. */
export interface GivenAmount {
  readonly side: 'source' | 'target';
  readonly amount: Money<FiatCurrency>;
}

interface Amounts {
  readonly sourceAmount?: number | undefined;
  readonly targetAmount?: number | undefined;
}

/** The given amount. @throws Problem naming what is wrong when it is not exactly one positive amount of its currency. */
export function givenAmount(amounts: Amounts, source: FiatCurrency, target: FiatCurrency): GivenAmount {
  const { sourceAmount, targetAmount } = amounts;
  if ((sourceAmount === undefined) === (targetAmount === undefined)) {
    const message = 'Provide exactly one of sourceAmount and targetAmount';
    throw invalidInput([
      { field: 'sourceAmount', message },
      { field: 'targetAmount', message },
    ]);
  }
  const side = sourceAmount === undefined ? 'target' : 'source';
  const amount = amountOfNumber(sourceAmount ?? targetAmount ?? 0, side === 'source' ? source : target);
  if (typeof amount === 'string') throw invalidInput([amountError(`${side}Amount`, amount)]);
  return { side, amount };
}

function amountError(
  field: string,
  fault: 'not-a-number' | 'too-many-decimals' | 'not-positive',
): FieldError {
  const messages = {
    'not-a-number': 'Must be a finite number',
    'too-many-decimals': 'Has more decimals than its currency',
    'not-positive': 'Must be greater than 0',
  };
  return { field, message: messages[fault] };
}

/** The premium spread as an exact fraction. @throws Problem when it is above the partner's ceiling. */
export function givenPremium(premiumSpread: number | undefined, agreement: Agreement): Decimal {
  const premium = decimalOfNumber(premiumSpread ?? 0) ?? fraction('0');
  const ceiling = fraction(String(agreement.maxPremiumSpread));
  if (premium.coefficient < 0n || compare(premium, ceiling) > 0) {
    throw invalidInput([
      { field: 'premiumSpread', message: `Must be from 0 to ${agreement.maxPremiumSpread}` },
    ]);
  }
  return premium;
}

/** Both currencies must be different and enabled for the partner. @throws Problem */
export function checkCurrencies(source: FiatCurrency, target: FiatCurrency, caller: Caller): void {
  if (source === target) throw new Problem('BAD_REQUEST', 'Source and target currencies must differ');
  const enabled = caller.agreement.fiatCurrencies;
  if (!enabled.includes(source) || !enabled.includes(target)) {
    throw new Problem('BAD_REQUEST', 'Requested fiat currency is invalid or inactive');
  }
}

/**
 * Prices a cross-ramp at the rate of this instant.
 * @throws Problem when the amount leaves nothing after the fee; RateUnavailable
 */
export async function priceAt(
  given: GivenAmount,
  source: FiatCurrency,
  target: FiatCurrency,
  terms: { readonly premium: Decimal; readonly agreement: Agreement; readonly atMs: number },
): Promise<CrossRampPrice> {
  const mid = await rateSourceOf(stage()).midRate(source, target, terms.atMs);
  const price = priceCrossRamp({
    ...given,
    source,
    target,
    mid,
    premium: terms.premium,
    fixedFee: fixedFeeOf(source),
  });
  if (price === undefined)
    throw outOfRange(terms.agreement.ranges[given.amount.currency], given.amount.currency);
  return price;
}

/** Dollar payouts to China and Hong Kong, per transaction. */
const CHINA_USD: Range = { min: '10', max: '10000' };

/** Whether an amount is a sandbox amount: given as the source, in the sandbox. */
export function isSandboxAmount(given: GivenAmount): boolean {
  return (
    stage() === 'sandbox' &&
    given.side === 'source' &&
    sandboxRuleOf('CROSS_RAMP', given.amount) !== undefined
  );
}

/** The given amount must lie in the partner's range, and a payout to China or Hong Kong in theirs. @throws Problem */
export function checkRanges(
  given: GivenAmount,
  price: CrossRampPrice,
  targetCountry: string,
  agreement: Agreement,
): void {
  if (isSandboxAmount(given)) return;
  checkRange(given.amount, agreement.ranges[given.amount.currency]);
  if (targetCountry === 'CN' || targetCountry === 'HK') checkRange(price.targetAmount, CHINA_USD);
}

function checkRange(amount: Money<FiatCurrency>, range: Range): void {
  const value = decimalOf(amount);
  if (compare(value, fraction(range.min)) < 0 || compare(value, fraction(range.max)) > 0)
    throw outOfRange(range, amount.currency);
}

function outOfRange(range: Range, currency: FiatCurrency): Problem {
  return new Problem(
    'INVALID_FIAT_AMOUNT_ERROR',
    `Fiat amount is outside of the allowed range for CROSS_RAMP: min ${range.min}, max ${range.max} ${currency}`,
  );
}
