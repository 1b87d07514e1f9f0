import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it, vi } from 'vitest';
import { markUsed } from '#shared/partners/api-keys/repository';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { heldByTransaction } from '#test/support/handlers/table/errors';

const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());

it('notes the use of a key whose item a transaction holds, once that is done', async () => {
  vi.stubEnv('TABLE_NAME', 'Table');
  table.on(UpdateCommand).rejectsOnce(heldByTransaction()).resolves({});
  const caller = { partnerId: 'partner', keyId: 'key', partnerName: 'Acme', suspended: false, flows: [] };
  await markUsed('a-key', { ...caller, agreement: defaultAgreement('sandbox') }, Date.parse('2026-11-27T10:00:00Z'));
  expect(table.commandCalls(UpdateCommand)).toHaveLength(2);
});
