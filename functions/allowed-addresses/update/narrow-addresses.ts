import { invalidApiKey, invalidInput } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { addressWrites, readAddresses } from '#shared/partners/allowed-addresses/repository';
import { isAllowedFrom, isWithin } from '#shared/partners/domain/allowed-addresses';
import type { Caller } from '#shared/partners/domain/partner';

/**
 * Sets the IP addresses that may use the caller's key. The new list can only remove addresses (docs/adr/012).
 * @param cidrs results of `parseCidr`
 * @throws Problem INVALID_USER_INPUT_ERROR, UNAUTHORIZED; WriteContention
 */
export function narrowAddresses(
  caller: Caller,
  cidrs: readonly string[],
  call: { readonly address: string | undefined; readonly atMs: number },
): Promise<true> {
  return retryOnConflict(async () => {
    const key = await readAddresses(caller);
    if (key === undefined) throw invalidApiKey();
    assertNarrower(key.allowedCidrs, cidrs, call.address);
    if (key.allowedCidrs?.join() === cidrs.join()) return true;
    return (await writeIfConditionsHold(addressWrites(caller, key, cidrs, call.atMs))) || undefined;
  });
}

function assertNarrower(
  current: readonly string[] | undefined,
  cidrs: readonly string[],
  address: string | undefined,
): void {
  const wider = cidrs.flatMap((cidr, at) =>
    current === undefined || current.some((range) => isWithin(cidr, range)) ? [] : [`allowedAddresses.${at}`],
  );
  const message = 'Must lie within one of the ranges that the key has. To widen them, ask us';
  if (wider.length > 0) throw invalidInput(wider.map((field) => ({ field, message })));
  if (isAllowedFrom(cidrs, address)) return;
  const left = `Must include the address of this request, ${address ?? 'which is unknown'}`;
  throw invalidInput([{ field: 'allowedAddresses', message: left }]);
}
