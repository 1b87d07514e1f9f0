import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { DECLARATION_LIFETIME_MS, type Declaration } from '#shared/signatures/domain/declaration';

const createdAtMs = Date.UTC(2026, 0, 15, 12);

/** Builds an owner without a signature request. */
export function anAssociatedPerson(overrides: Partial<AssociatedPerson> = {}): AssociatedPerson {
  return {
    id: '019bc1c5-0000-7000-8000-00000000000a',
    userId: '019bc1c5-0000-7000-8000-000000000003',
    partnerId: '019bc1c5-0000-7000-8000-000000000002',
    role: 'UBO',
    firstName: 'Lucía',
    lastName: 'Hernández',
    email: 'lucia@example.com',
    dateOfBirth: undefined,
    nationality: undefined,
    taxId: undefined,
    ownershipUnits: undefined,
    declaration: undefined,
    requestFailure: undefined,
    version: 1,
    createdAtMs,
    updatedAtMs: createdAtMs,
    ...overrides,
  };
}

/** An open declaration. */
export function aDeclaration(overrides: Partial<Declaration> = {}): Declaration {
  const requestedAtMs = overrides.requestedAtMs ?? createdAtMs;
  return {
    id: '019bc1c5-0000-7000-8000-00000000000c',
    status: 'PENDING',
    company: { name: 'ACME, S.A. de C.V.', taxId: undefined, countryOfConstitution: undefined },
    requestedAtMs,
    expiresAtMs: requestedAtMs + DECLARATION_LIFETIME_MS,
    signed: undefined,
    ...overrides,
  };
}
