import { invalidApiKey, invalidInput } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { addressWrites, readAddresses } from '#shared/partners/allowed-addresses/repository';
import { isAllowedFrom, isWithin } from '#shared/partners/domain/allowed-addresses';
import type { Caller } from '#shared/partners/domain/partner';

/**
 * Sets from where the caller's key may be used. It only narrows, so that a stolen key cannot widen itself; of two changes at the
 * same moment the second is checked against what the first has left. A change that changes nothing writes nothing.
 * @param cidrs as `parseCidr` gives them
 * @param call the address of the caller's connection, and the instant (epoch ms)
 * @throws Problem INVALID_USER_INPUT_ERROR; WriteContention
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
