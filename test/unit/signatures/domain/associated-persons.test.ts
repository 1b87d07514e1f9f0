import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent as percentField } from '#shared/signatures/associated-persons/fields';
import {
  associatedPersonRoles,
  countUnsignedOwners,
  findOpenDeclaration,
  keepsSigner,
  needsDeclaration,
  withDeclaration,
} from '#shared/signatures/domain/associated-person';
import {
  DECLARATION_LIFETIME_MS,
  declarationStatusAt,
  declarationStatuses,
  newDeclaration,
} from '#shared/signatures/domain/declaration';
import { composeDeclarationText } from '#shared/signatures/domain/declaration-text';
import { formatPercent, sharesExceedWhole, toOwnershipUnits } from '#shared/signatures/domain/ownership-percent';
import { toSignedDeclaration } from '#shared/signatures/domain/signed-declaration';
import { isSameName } from '#shared/signatures/domain/typed-name';
import { openDeclaration } from '#shared/signatures/open-declaration';
import { languages } from '#shared/values/languages';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';

const AT = Date.UTC(2026, 0, 15, 3);

describe('a share', () => {
  it.each([
    [0.0001, 1],
    [0.1, 1000],
    [33.3333, 333_333],
    [57.29, 572_900],
    [100, 1_000_000],
  ])('of %d %% is %d units', (percent, units) => {
    expect(toOwnershipUnits(percent)).toBe(units);
    expect(formatPercent(units)).toBe(String(percent));
  });

  it.each([0, -1, 100.0001, 1e-5, 12.34567, 1e300, Number.NaN, Number.POSITIVE_INFINITY])('is not %d', (percent) => {
    expect(percentField.safeParse(percent).success).toBe(false);
  });

  it('keeps its value exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (units) => {
        expect(toOwnershipUnits(Number(formatPercent(units)))).toBe(units);
      }),
    );
  });

  it('is summed exactly, over owners only', () => {
    const shares = (...units: number[]) => units.map((ownershipUnits) => anAssociatedPerson({ ownershipUnits }));
    expect(sharesExceedWhole(shares(...Array<number>(10).fill(100_000)))).toBe(false);
    expect(sharesExceedWhole([...shares(1_000_000), anAssociatedPerson({ ownershipUnits: undefined })])).toBe(false);
    expect(sharesExceedWhole(shares(1_000_000, 1))).toBe(true);
    expect(sharesExceedWhole([...shares(1_000_000), anAssociatedPerson({ role: 'DIRECTOR', ownershipUnits: 1 })])).toBe(
      false,
    );
  });
});

describe('a declaration', () => {
  it('is open for thirty days', () => {
    const declaration = newDeclaration('c', aDeclaration().company, AT);
    expect(DECLARATION_LIFETIME_MS).toBe(30 * 24 * 3600 * 1000);
    expect(declarationStatusAt(declaration, AT + DECLARATION_LIFETIME_MS - 1)).toBe('PENDING');
    expect(declarationStatusAt(declaration, AT + DECLARATION_LIFETIME_MS)).toBe('EXPIRED');
  });

  it.each(declarationStatuses)('that is %s changes with time only while it is pending', (status) => {
    const later = declarationStatusAt(aDeclaration({ status, requestedAtMs: AT }), AT + 10 * DECLARATION_LIFETIME_MS);
    expect(later).toBe(status === 'PENDING' ? 'EXPIRED' : status);
  });

  it.each([
    ['none', undefined, true, false],
    ['PENDING', 'PENDING', false, true],
    ['SIGNED', 'SIGNED', false, false],
    ['EXPIRED', 'EXPIRED', true, false],
    ['DELETED', 'DELETED', true, false],
  ] as const)('%s: what a request and a signature find', (_name, status, lacks, open) => {
    const owner = anAssociatedPerson({
      declaration: status && aDeclaration({ status, requestedAtMs: AT, expiresAtMs: AT + 1 }),
    });
    expect(needsDeclaration(owner, AT)).toBe(lacks);
    expect(findOpenDeclaration(owner, AT) !== undefined).toBe(open);
    // Only an owner must sign.
    expect(needsDeclaration({ ...owner, role: 'DIRECTOR' }, AT)).toBe(false);
  });

  it('that is made clears the failure of an earlier request', () => {
    const owner = withDeclaration(
      anAssociatedPerson({ requestFailure: 'EMAIL_NOT_FOUND', version: 4 }),
      aDeclaration(),
      AT,
    );
    expect(owner).toMatchObject({ requestFailure: undefined, version: 5, updatedAtMs: AT });
  });

  it('is unsigned for each owner in every state but SIGNED', () => {
    const owners = [undefined, ...declarationStatuses].map((status) =>
      anAssociatedPerson({ declaration: status && aDeclaration({ status }) }),
    );
    expect(countUnsignedOwners(owners)).toBe(4);
    for (const role of associatedPersonRoles)
      expect(countUnsignedOwners([anAssociatedPerson({ role })])).toBe(role === 'UBO' ? 1 : 0);
  });
});

describe('the declaration', () => {
  const owner = anAssociatedPerson({
    dateOfBirth: '1980-02-29',
    taxId: 'HEAL800229AB1',
    ownershipUnits: 255_000,
  });
  const company = { name: 'ACME, S.A. de C.V.', taxId: 'ACM010101AB1', countryOfConstitution: 'MX' };
  // 3:00 UTC is the evening of the previous day in Mexico City.
  const declaration = aDeclaration({ company, requestedAtMs: AT });

  it.each([
    ['es', 'Declaración', '14 de enero de 2026', 'Soy beneficiario final'],
    ['en', 'Declaration', '14 January 2026', 'I am an ultimate beneficial owner'],
  ] as const)('in %s names owner, company, share and day', (language, title, day, statement) => {
    const text = composeDeclarationText(owner, declaration, language);
    const paragraphs = text.paragraphs.join('\n');
    expect(text).toMatchObject({ version: 2, language });
    expect(text.title).toContain(title);
    for (const part of ['Lucía Hernández', 'ACME, S.A. de C.V.', '25.5 %', day, statement])
      expect(paragraphs).toContain(part);
    expect(text.owner.map(({ value }) => value)).toEqual(['Lucía Hernández', '1980-02-29', 'HEAL800229AB1', '25.5 %']);
    expect(text.company.map(({ value }) => value)).toEqual(['ACME, S.A. de C.V.', 'ACM010101AB1', 'MX', owner.userId]);
  });

  it.each(languages)('in %s leaves out what is not stored', (language) => {
    const nameless = { name: undefined, taxId: undefined, countryOfConstitution: undefined };
    const text = composeDeclarationText(anAssociatedPerson(), aDeclaration({ company: nameless }), language);
    expect(JSON.stringify(text)).not.toMatch(/undefined|null|%/);
    expect(text.paragraphs[0]).toContain(owner.userId);
  });

  it('is stored as it was shown, with a user agent of limited length', () => {
    const text = composeDeclarationText(owner, declaration, 'es');
    const act = {
      typedName: 'Lucia H.',
      mark: { kind: 'typed' },
      ipAddress: '203.0.113.7',
      userAgent: `${'x'.repeat(499)}😀 and so on`,
      atMs: AT + 1,
    } as const;
    const record = toSignedDeclaration(owner, declaration, text, act);
    expect(record).toMatchObject({ declarationText: text, typedName: 'Lucia H.', consentGiven: true });
    expect(record.userAgent).toBe('x'.repeat(499));
    expect([record.requestedAt, record.signedAt]).toEqual(['2026-01-15T03:00:00.000Z', '2026-01-15T03:00:00.001Z']);
  });
});

describe('what a link leads to', () => {
  const link = { linkId: 'c', userId: 'u', personId: 'p', expiresAtMs: AT + 10, spentAtMs: undefined };
  const person = (declaration: Parameters<typeof aDeclaration>[0]) =>
    anAssociatedPerson({
      declaration: aDeclaration({ id: 'c', requestedAtMs: AT, expiresAtMs: AT + 10, ...declaration }),
    });

  it.each([
    ['an open one', link, person({}), AT, 'open'],
    ['one at its end', link, person({}), AT + 10, 'expired'],
    ['one that was made to run out', link, person({ status: 'EXPIRED' }), AT, 'expired'],
    ['a withdrawn one', link, person({ status: 'DELETED' }), AT, 'withdrawn'],
    ['one that another has replaced', link, person({ id: 'd' }), AT, 'withdrawn'],
    ['one replaced after its end', link, person({ id: 'd' }), AT + 10, 'expired'],
    ['one whose owner was taken off', link, undefined, AT, 'withdrawn'],
    ['a signed one whose owner was taken off', { ...link, spentAtMs: AT }, undefined, AT + 20, 'already-signed'],
    [
      'a signed one',
      { ...link, spentAtMs: AT },
      person({ status: 'SIGNED', signed: { atMs: AT, key: 'k', sha256: 's' } }),
      AT + 20,
      'already-signed',
    ],
  ] as const)('%s', (_name, opened, owner, at, outcome) => {
    expect(openDeclaration(opened, owner, at).outcome).toBe(outcome);
  });
});

describe('a typed name', () => {
  it.each([
    ['Juan Pérez', 'JUAN PEREZ'],
    ['Juan Pérez', '  juan   perez '],
    ['Juan Pérez', 'Pérez, Juan'],
    ['María de los Ángeles Núñez', 'maria de los angeles nunez'],
    ["Seán O'Neil-Núñez", 'Sean ONeil Nuñez'],
    ['Seán O’Neil', "SEAN O'NEIL"],
    ['Łukasz Sørensen', 'Lukasz Sorensen'],
    ['Ægir Strauß', 'Aegir Strauss'],
    ['Jose\u0301', 'José'],
    ['王小明', '王小明'],
    ['李 小龙', '李小龙'],
    ['Ελένη', 'ΕΛΕΝΗ'],
    ['😀', ' 😀'],
  ])('of %j is %j', (recorded, typed) => {
    expect(isSameName(typed, recorded)).toBe(true);
    expect(isSameName(recorded, typed)).toBe(true);
  });

  it.each([
    ['Juan Pérez', 'Eva Sol'],
    ['Juan Pérez', 'Juan'],
    ['Juan Pérez García', 'Juan Pérez'],
    ['Juan Pérez', 'Juana Pérez'],
    ['Juan Pérez', 'Juan Juan Pérez'],
    ['Juan Pérez', ''],
    ['王小明', '王小红'],
    ['कमल', 'कमला'],
    ['😀', '😃'],
    ['', 'Eva'],
  ])('of %j is not %j', (recorded, typed) => {
    expect(isSameName(typed, recorded)).toBe(false);
  });

  it('is stored, with whether it differs', () => {
    const owner = anAssociatedPerson({ firstName: 'Juan', lastName: 'Pérez' });
    const declaration = aDeclaration();
    const record = (typedName: string) =>
      toSignedDeclaration(owner, declaration, composeDeclarationText(owner, declaration, 'es'), {
        ...{ typedName, mark: { kind: 'typed' }, ipAddress: '', userAgent: '', atMs: AT },
      });
    expect(record('JUAN PEREZ')).toMatchObject({ typedName: 'JUAN PEREZ', nameDiffers: false });
    expect(record('Eva Sol')).toMatchObject({ typedName: 'Eva Sol', nameDiffers: true });
  });
});

describe('removing a person', () => {
  const owner = (id: string, status?: 'SIGNED' | 'PENDING') =>
    anAssociatedPerson({ id, declaration: status === undefined ? undefined : aDeclaration({ status }) });
  const [signed, open, fresh] = [owner('signed', 'SIGNED'), owner('open', 'PENDING'), owner('fresh')];
  const director = anAssociatedPerson({
    id: 'director',
    role: 'DIRECTOR',
    declaration: aDeclaration({ status: 'SIGNED' }),
  });

  it.each([
    ['the only owner, who has not signed', [fresh], fresh, false],
    ['the only owner, whose declaration is open', [open], open, false],
    ['one of two who have not signed', [open, fresh], open, false],
    ['one who has not signed beside one who has', [signed, open], open, true],
    ['one who has not signed beside a director', [director, open], open, false],
    ['the only owner, who has signed', [signed], signed, true],
    ['a director', [director, open], director, true],
  ])('%s', (_who, persons, person, leaves) => {
    expect(keepsSigner(persons, person)).toBe(leaves);
  });
});
