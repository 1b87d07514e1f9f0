import { describe, expect, it } from 'vitest';
import { resolveCompliance } from '#shared/corridors/compliance-request';
import { complianceFieldsFor, generalPurposes } from '#shared/corridors/domain/compliance-fields';
import { targetCountries } from '#shared/corridors/domain/payout-zones';

const atMs = Date.UTC(2026, 10, 27);
const none = { purpose: undefined, sourceOfFunds: undefined, relationship: undefined };
const refusal = (error: object) => expect.objectContaining({ details: { errors: [error] } });
const given = { purpose: 'GOODS', sourceOfFunds: 'SAVINGS', relationship: 'SUPPLIER' } as const;

it.each(targetCountries.filter((country) => country !== 'CN'))('nothing is needed for a payout to %s', (country) => {
  const fields = complianceFieldsFor(country);
  expect(resolveCompliance({}, fields, atMs)).toEqual(none);
  expect(resolveCompliance(given, fields, atMs)).toEqual(given);
  const error = refusal({ field: 'purpose', message: `Must be one of ${generalPurposes.join(', ')}` });
  expect(() => resolveCompliance({ purpose: 'GDDS' }, fields, atMs)).toThrow(error);
});

describe('a payout to mainland China', () => {
  const fields = complianceFieldsFor('CN');

  it('has the purpose of CNAPS that was given, else trade in goods', () => {
    expect(resolveCompliance({ purpose: 'SALA' }, fields, atMs)).toEqual({ ...none, purpose: 'SALA' });
    expect(resolveCompliance({}, fields, atMs)).toEqual({ ...none, purpose: 'GDDS' });
  });

  it('refuses a general purpose', () => {
    const error = refusal({ field: 'purpose', message: 'Must be one of FAMI, GDDS, SALA, SCVE' });
    expect(() => resolveCompliance(given, fields, atMs)).toThrow(error);
  });
});

it('a field is refused where it is missing, from the first day on that needs it', () => {
  const fields = complianceFieldsFor('MX');
  const from = (requiredFrom: string) => ({ ...fields, relationship: { ...fields.relationship, requiredFrom } });
  expect(resolveCompliance({}, from('2026-11-28'), atMs)).toEqual(none);
  const error = refusal({ field: 'relationship', message: 'Required since 2026-11-27' });
  expect(() => resolveCompliance({}, from('2026-11-27'), atMs)).toThrow(error);
  expect(resolveCompliance(given, from('2026-11-27'), atMs)).toEqual(given);
  const withDefault = { ...fields, relationship: { ...from('2026-11-27').relationship, default: 'OTHER' as const } };
  expect(resolveCompliance({}, withDefault, atMs)).toEqual({ ...none, relationship: 'OTHER' });
});
