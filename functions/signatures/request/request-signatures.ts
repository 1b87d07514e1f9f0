import { unsupportedCountry } from '#shared/api/problems';
import { HOME_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { findVerification } from '#shared/identity/repository';
import { linkTokensFor, type TokenForLink } from '#shared/links/link-tokens';
import { linkResponseSeal as seal } from '#shared/links/response-seal';
import { readOwnBusinessUser } from '#shared/signatures/associated-persons/read-own-business';
import {
  newDeclarationLink,
  readBusinessWithPersons,
  updatePersons,
} from '#shared/signatures/associated-persons/repository';
import {
  type AssociatedPerson,
  isBeneficialOwner,
  needsDeclaration,
  withDeclaration,
} from '#shared/signatures/domain/associated-person';
import { type DeclaredCompany, newDeclaration } from '#shared/signatures/domain/declaration';
import { listSignatureEntries } from '#shared/signatures/list-signature-entries';
import { type User, verifiedBusinessName } from '#shared/users/domain/user';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

/** Maximum owners per write. A DynamoDB transaction has at most 100 actions: two per owner, and one for the business. */
const OWNERS_PER_WRITE = 49;

/**
 * Creates a declaration with a separate link for each owner without an open or signed declaration. Returns the state of all
 * owners. A repeated request changes nothing. Therefore the write of the declarations does not contain the idempotency record.
 */
export const requestSignatures = idempotent({ contract, owner, seal }, async (request) => {
  const { caller, params, body, nowMs } = request;
  const { owners, tokenFor } = await retryOnConflict(async () => {
    const user = await readOwnBusinessUser(params.userId, caller);
    if ((body.country ?? HOME_COUNTRY) !== HOME_COUNTRY) throw unsupportedCountry();
    // The user was read before the persons, because the write requires the user's version. If the persons change after the read
    // of the user, the write fails.
    const [read, company, tokenFor] = await Promise.all([
      readBusinessWithPersons(user),
      declaredCompany(user),
      linkTokensFor(user.id),
    ]);
    let business = read;
    for (;;) {
      const lacking = business.persons.filter(
        (person) => needsDeclaration(person, nowMs) && !isKnownUnreachable(person),
      );
      if (lacking.length === 0) return { owners: business.persons.filter(isBeneficialOwner), tokenFor };
      const changed = lacking.slice(0, OWNERS_PER_WRITE).map((person) => withOpenDeclaration(person, company, nowMs));
      const after = await updatePersons(business, changed, nowMs, declarationLinkWrites(changed, tokenFor));
      if (after === undefined) return undefined;
      business = after;
    }
  });
  const data = await listSignatureEntries(owners.toReversed(), request, tokenFor);
  return { data: { count: data.length, total: data.length, data } };
});

/** Returns true if an earlier request already found that the owner has no email address, and the address is still missing. */
function isKnownUnreachable({ email, requestFailure }: AssociatedPerson): boolean {
  return email === undefined && requestFailure === 'EMAIL_NOT_FOUND';
}

function withOpenDeclaration(person: AssociatedPerson, company: DeclaredCompany, atMs: number): AssociatedPerson {
  if (person.email !== undefined) return withDeclaration(person, newDeclaration(newId(atMs), company, atMs), atMs);
  return { ...person, requestFailure: 'EMAIL_NOT_FOUND', version: person.version + 1, updatedAtMs: atMs };
}

function declarationLinkWrites(persons: readonly AssociatedPerson[], tokenFor: TokenForLink): PendingWrite[] {
  return persons.flatMap((person) => {
    const { declaration } = person;
    return declaration === undefined ? [] : [newDeclarationLink(person, declaration, tokenFor(declaration.id))];
  });
}

/** Reads the business data of a declaration from the user and its last verification. */
async function declaredCompany(user: User): Promise<DeclaredCompany> {
  const { id, businessName, verificationId } = user;
  const verification = verificationId === undefined ? undefined : await findVerification(id, verificationId);
  const submitted = (field: string) => {
    const value = verification?.submission[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    name: verifiedBusinessName(user) ?? businessName ?? submitted('businessName'),
    taxId: submitted('taxId'),
    countryOfConstitution: submitted('countryOfConstitution'),
  };
}
