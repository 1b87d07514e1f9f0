import type { ResponseData } from '#shared/api/response-schemas';
import { type WarningCode, warningText } from './domain/warning';

/** Warnings as prices and transactions show them. */
export function toWarningResponses(codes: readonly WarningCode[]): ResponseData<'Warning'>[] {
  return codes.map((code) => ({ ...warningText(code), code }));
}
