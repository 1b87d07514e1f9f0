/**
 * Compares the refusals of an endpoint, in every response of its tests, with its contract, and so with the API guide.
 */
import { errorCodesFor } from '#docs/openapi/error-responses';
import { unknownVersion } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import type { EndpointRow } from '#shared/contract/endpoints';

const contracts = new Map<string, Contract>();

/** Registers the contract of an endpoint whose responses `assertDocumented` checks. */
export function documentCodes(contract: Contract): void {
  contracts.set(contract.id, contract);
}

/**
 * Lets the refusal of an unknown version pass, which the document describes once for all operations.
 * @throws Error for a refusal with a code that the contract does not have
 */
export function assertDocumented(row: EndpointRow, { code, message }: { code: string; message: string }): void {
  const contract = contracts.get(row.id);
  if (message === unknownVersion().message) return;
  if (contract === undefined || [...errorCodesFor(row, contract)].some((known) => known === code)) return;
  throw new Error(`${row.id} returns ${code}, which its contract does not name`);
}
