import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import type { RampQuote } from '#shared/domain/ramp/quote';

/** A locked price of any kind, as it is stored. */
export type Quote = CrossRampQuote | RampQuote;
