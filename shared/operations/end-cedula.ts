import { Problem } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { signatureEntryView } from '#shared/api/views/signature-entry';
import { changeOwners } from '#shared/data/owners';
import { type Cedula, openCedulaOf, withCedula } from '#shared/domain/owners/cedula';
import type { Person } from '#shared/domain/owners/person';
import type { Caller } from '#shared/domain/partners/partner';
import type { Recorded } from '#shared/operations/answer-once';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { inRounds } from '#shared/operations/rounds';

interface PersonRequest {
  readonly caller: Caller;
  readonly params: { readonly userId: string; readonly personId: string };
  readonly nowMs: number;
}

/** Ends an open cedula without a signature. @throws Problem when none is open */
export async function endCedula<R>(
  { caller, params, nowMs }: PersonRequest,
  status: 'DELETED' | 'EXPIRED',
  prepare: (entry: Shape<'SignatureEntry'>) => Promise<Recorded<R>>,
): Promise<R> {
  return inRounds(async () => {
    const ownership = await readOwnBusiness(params.userId, caller);
    const person = personOf(ownership, params.personId);
    const ended = withCedula(person, { ...openCedula(person, nowMs), status }, nowMs);
    const answer = await prepare(signatureEntryView(ended, nowMs));
    return (await changeOwners(ownership, [ended], nowMs, answer.writes)) ? answer.reply : undefined;
  });
}

/** The cedula of a person that is open. @throws Problem when none is */
export function openCedula(person: Person, nowMs: number): Cedula {
  const cedula = openCedulaOf(person, nowMs);
  if (cedula === undefined) throw new Problem('CONFLICT', 'The person has no open declaration');
  return cedula;
}
