import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import { type Business, newBusiness } from '#test/support/business';
import { readPdfText } from '#test/support/pdf-text';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
});
afterAll(() => running?.stop());

describe('the signed document', () => {
  let business: Business;
  let owner: string;
  beforeAll(async () => {
    business = await newBusiness(partner, { businessName: 'Café Łódź 王, S.A. de C.V.' });
    owner = await business.signedOwner({
      dateOfBirth: '1980-02-29',
      nationality: 'MX',
      taxId: 'HEAL800229AB1',
      ownershipPercent: 25.5,
    });
  });

  it('is a PDF of plain ASCII, the same every time, with its digest beside it', async () => {
    const answer = await business.document(owner);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="declaration-${owner}.pdf"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.text).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\s*$/);
    expect(answer.headers.get('x-document-sha256')).toBe(createHash('sha256').update(answer.text).digest('hex'));
    const again = await partner.get(`${business.person(owner)}/signature-document`, {
      headers: { accept: 'application/pdf' },
    });
    expect(again.text).toBe(answer.text);
  });

  it('says what was signed, by whom, for which company, and the evidence of it', async () => {
    const text = readPdfText((await business.document(owner)).text);
    const [person] = await listPersons(business.userId);
    for (const part of [
      'Declaración de beneficiario final',
      'Lucía Hernández',
      'HEAL800229AB1',
      '25.5 %',
      // Characters that the fonts of a PDF cannot show are not dropped silently.
      'Café U+0141ódz U+738B, S.A. de C.V.',
      person?.declaration?.signed?.sha256 ?? '-',
      new Date(person?.declaration?.signed?.atMs ?? 0).toISOString(),
      'sandbox',
    ])
      expect(text).toContain(part);
  });
});
