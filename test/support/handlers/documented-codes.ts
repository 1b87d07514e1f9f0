/**
 * Checks that a contract contains every error code in the responses of a test, because the OpenAPI document lists the contract's
 * codes.
 */
import { errorCodesFor } from '#docs/openapi/error-responses';
import { unknownVersion } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import type { EndpointRow } from '#shared/contract/endpoints';

const contracts = new Map<string, Contract>();

/** Registers the contract of an endpoint for `assertDocumented`. */
export function documentCodes(contract: Contract): void {
  contracts.set(contract.id, contract);
}

/**
 * Checks an error code. Accepts the error for an unknown API version: the OpenAPI document describes this error once for all
 * operations.
 * @throws Error for an error code that the contract does not contain
 */
export function assertDocumented(row: EndpointRow, { code, message }: { code: string; message: string }): void {
  const contract = contracts.get(row.id);
  if (message === unknownVersion().message) return;
  if (contract === undefined || [...errorCodesFor(row, contract)].some((known) => known === code)) return;
  throw new Error(`${row.id} returns ${code}, which its contract does not name`);
}
