import { badRequest } from '#shared/api/problems';
import { cedulaLink, changeOwners } from '#shared/data/owners';
import type { WriteAction } from '#shared/data/table';
import { findVerification } from '#shared/data/verifications';
import { newId } from '#shared/domain/ids';
import { type DeclaredCompany, lacksCedula, newCedula, withCedula } from '#shared/domain/owners/cedula';
import { isOwner, type Person } from '#shared/domain/owners/person';
import type { User } from '#shared/domain/users/user';
import { linkAnswerSeal as seal } from '#shared/links/answer-seal';
import { linkTokensOf } from '#shared/links/link-tokens';
import { answerOnce } from '#shared/operations/answer-once';
import { readOwnBusiness } from '#shared/operations/own-business';
import { ownerInPath as owner } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { signatureEntries } from '#shared/operations/signature-entries';
import { contract } from './contract';

const COUNTRY = 'MX';

/** A write has at most 100 actions: each of these owners takes two, the business one. */
const OWNERS_PER_WRITE = 49;

/**
 * Makes a declaration with a link of its own for each owner that has none outstanding or signed, and answers
 * where all owners stand. Asking again changes nothing, so the answer to an idempotency key is stored by itself.
 */
export const requestSignatures = answerOnce({ contract, owner, seal }, async (request) => {
  const { caller, params, body, nowMs } = request;
  const owners = await inRounds(async () => {
    for (;;) {
      const ownership = await readOwnBusiness(params.userId, caller);
      if ((body.country ?? COUNTRY) !== COUNTRY) throw badRequest('Country not supported');
      const lacking = ownership.persons.filter((person) => lacksCedula(person, nowMs) && !isToldOf(person));
      if (lacking.length === 0) return ownership.persons.filter(isOwner);
      const company = await declaredCompany(ownership.user);
      const asked = lacking.slice(0, OWNERS_PER_WRITE).map((person) => askedToSign(person, company, nowMs));
      // What went through is read again at once; what met another change, after a pause.
      if (!(await changeOwners(ownership, asked, nowMs, await linksOf(asked)))) return undefined;
    }
  });
  const data = await signatureEntries(owners.toReversed(), request);
  return { data: { count: data.length, total: data.length, data } };
});

/** Whether it is on record that this owner cannot be asked. */
function isToldOf({ email, requestFailure }: Person): boolean {
  return email === undefined && requestFailure === 'EMAIL_NOT_FOUND';
}

function askedToSign(person: Person, company: DeclaredCompany, atMs: number): Person {
  if (person.email !== undefined) return withCedula(person, newCedula(newId(atMs), company, atMs), atMs);
  return {
    ...person,
    requestFailure: 'EMAIL_NOT_FOUND',
    version: person.version + 1,
    updatedAtMs: atMs,
  };
}

async function linksOf(asked: readonly Person[]): Promise<WriteAction[]> {
  const [first] = asked.filter(({ cedula }) => cedula !== undefined);
  if (first === undefined) return [];
  const tokenOf = await linkTokensOf(first.userId);
  return asked.flatMap((person) =>
    person.cedula === undefined ? [] : [cedulaLink(person, person.cedula, tokenOf(person.cedula.id))],
  );
}

/** The business as its own record and its newest verification know it. */
async function declaredCompany(user: User): Promise<DeclaredCompany> {
  const { id, businessName, verificationId, kycStatus, legalName } = user;
  const verified = kycStatus === 'VERIFIED' ? legalName?.businessName : undefined;
  const verification = verificationId === undefined ? undefined : await findVerification(id, verificationId);
  const submitted = (field: string) => {
    const value = verification?.submission[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    name: verified ?? businessName ?? submitted('businessName'),
    taxId: submitted('taxId'),
    countryOfConstitution: submitted('countryOfConstitution'),
  };
}
