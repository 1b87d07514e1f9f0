import { describe, expect, it } from 'vitest';
import { newBusiness } from '#test/support/business';
import { newFolder, writeGuideProgram } from '#test/support/guide-programs';
import { runProcess } from '#test/support/run-process';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const folder = await newFolder();

describe('the program of signatures in docs/api.md', () => {
  it('has every owner sign, and reports one that cannot', async () => {
    const partner = await service.newPartner();
    const business = await newBusiness(partner);
    const run = async () => {
      const env = { BASE_URL: service.baseUrl, PARTNER_API_KEY: partner.apiKey, USER_ID: business.userId };
      const program = await writeGuideProgram(folder, 'signatures');
      return (await runProcess([program], { env: { ...process.env, ...env } })).out;
    };
    expect(await run()).toBe('all signed\n');
    expect((await business.entries()).data).toMatchObject([{ name: 'Lucía Hernández', status: 'SIGNED' }]);
    // Each run of the program adds an owner. Two of these owners would exceed 100 %, so the first one is removed.
    await business.remove((await business.entries()).data[0].associatedPersonId);
    await business.addOwner({ firstName: 'Ana', lastName: 'García', email: undefined });
    expect(await run()).toBe('Ana García: No email address on file\nwaiting\n');
  });
});
