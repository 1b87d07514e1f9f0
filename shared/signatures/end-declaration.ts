import type * as z from 'zod/mini';
import { noOpenDeclaration } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Recorded } from '#shared/http/idempotency/recorded-response';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnBusinessToChange, requirePerson } from './associated-persons/read-own-business';
import { updatePersons } from './associated-persons/repository';
import { type AssociatedPerson, findOpenDeclaration, withDeclaration } from './domain/associated-person';
import type { Declaration } from './domain/declaration';
import { toSignatureEntryResponse } from './response';
import type * as schemas from './response-schema';

interface PersonRequest {
  readonly caller: Caller;
  readonly params: { readonly userId: string; readonly personId: string };
  readonly nowMs: number;
}

/** Closes an open declaration without a signature. @throws Problem if no declaration is open */
export async function endDeclaration<R>(
  { caller, params, nowMs }: PersonRequest,
  status: 'DELETED' | 'EXPIRED',
  prepare: (entry: z.infer<typeof schemas.SignatureEntry>) => Promise<Recorded<R>>,
): Promise<R> {
  return retryOnConflict(async () => {
    const business = await readOwnBusinessToChange(params.userId, caller);
    const person = requirePerson(business, params.personId);
    const ended = withDeclaration(person, { ...requireOpenDeclaration(person, nowMs), status }, nowMs);
    const recorded = await prepare(toSignatureEntryResponse(ended, nowMs));
    return (await updatePersons(business, [ended], nowMs, recorded.writes)) ? recorded.reply : undefined;
  });
}

/** Returns the open declaration of a person. @throws Problem if no declaration is open */
export function requireOpenDeclaration(person: AssociatedPerson, nowMs: number): Declaration {
  const declaration = findOpenDeclaration(person, nowMs);
  if (declaration === undefined) throw noOpenDeclaration();
  return declaration;
}
