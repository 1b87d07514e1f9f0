import type { Shape } from '#shared/api/shapes';
import { type WarningCode, warningText } from '#shared/domain/quotes/warning';

/** Warnings as prices and transactions show them. */
export function warningsView(codes: readonly WarningCode[]): Shape<'Warning'>[] {
  return codes.map((code) => ({ ...warningText(code), code }));
}
