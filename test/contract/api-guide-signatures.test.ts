import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { newBusiness } from '#test/support/business';
import { newFolder, writeGuideProgram } from '#test/support/guide-programs';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const folder = await newFolder();

describe('the program of signatures in docs/api.md', () => {
  it('has every owner sign, and reports one that cannot', async () => {
    const partner = await service.newPartner();
    const business = await newBusiness(partner);
    const run = async () => {
      const env = { BASE_URL: service.baseUrl, PARTNER_API_KEY: partner.apiKey, USER_ID: business.userId };
      const program = spawn(process.execPath, [await writeGuideProgram(folder, 'signatures')], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const chunks: Buffer[] = [];
      program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(program, 'close');
      return Buffer.concat(chunks).toString();
    };
    expect(await run()).toBe('all signed\n');
    expect((await business.entries()).data).toMatchObject([{ name: 'Lucía Hernández', status: 'SIGNED' }]);
    // Adding the program's own owner twice would exceed 100 %.
    await business.remove((await business.entries()).data[0].associatedPersonId);
    await business.addOwner({ firstName: 'Ana', lastName: 'García', email: undefined });
    expect(await run()).toBe('Ana García: No email address on file\nwaiting\n');
  });
});
