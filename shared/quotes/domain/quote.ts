import type { CrossRampQuote } from './cross-ramp-quote';
import type { RampQuote } from './ramp-quote';

/** A locked price of any kind, as it is stored. */
export type Quote = CrossRampQuote | RampQuote;
