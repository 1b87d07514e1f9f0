/**
 * Permissions that the synthesized roles need, by their rows. Those they must not have are in forbidden-calls.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { JOURNAL_WRITERS, KEY_NARROWERS, PARTNER_WRITERS } from '#infra/policies/protected-partitions';
import { KEY_USE_ATTRIBUTES } from '#infra/policies/table-access';
import { tableArn } from '#local/recording/table-requests';
import { endpointsIn, type TableAction } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import { type Decision, decide } from '#test/support/permissions/simulate';
import { stagePolicies } from '#test/support/permissions/stage-policies';

const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];
const KEY = `KEY#${'a'.repeat(64)}`;

describe.each(['sandbox', 'production'] as const)('in %s', (stage) => {
  const policies = stagePolicies(stage);
  const table = tableArn(`PartnerRamp-${stage}-Data-Table`);
  const endpoints = endpointsIn(stage);
  const rows: readonly { readonly id: string; readonly table: readonly TableAction[] }[] = [...endpoints, ...workers];

  function decision(
    id: string,
    action: TableAction,
    partition: string,
    others: { readonly attributes?: readonly string[]; readonly returns?: string; readonly index?: string } = {},
  ): Promise<Decision> {
    const { attributes = ['PK', 'SK', 'entity'], returns, index } = others;
    return decide(policies, id, {
      action: `dynamodb:${action}`,
      resource: index === undefined ? table : `${table}/index/${index}`,
      context: {
        'dynamodb:LeadingKeys': [partition],
        'dynamodb:Attributes': attributes,
        ...(returns !== undefined && { 'dynamodb:ReturnValues': returns }),
      },
    });
  }

  it.each(endpoints.filter(({ scope }) => scope === 'partner'))(
    "$id reads the caller's key, notes the day of its use and counts the request rate",
    async ({ id }) => {
      expect(await decision(id, 'GetItem', KEY)).toBe('Allowed');
      expect(await decision(id, 'UpdateItem', KEY, { attributes: KEY_USE_ATTRIBUTES })).toBe('Allowed');
      const rate = { attributes: ['PK', 'SK', 'fullUs', 'ttl'], returns: 'UPDATED_NEW' };
      expect(await decision(id, 'UpdateItem', 'RATE#p', rate)).toBe('Allowed');
    },
  );

  it.each(rows)('$id does on people and transactions what its row lists', async ({ id, table: actions }) => {
    for (const action of actions)
      for (const partition of ['USER#u', 'TX#t']) expect(await decision(id, action, partition), action).toBe('Allowed');
  });

  it('who books movements of money posts entries of the journal', async () => {
    for (const { id } of rows.filter((row) => JOURNAL_WRITERS.has(row.id)))
      expect(await decision(id, 'PutItem', 'JOURNAL#2026-11-22#3'), id).toBe('Allowed');
  });

  it("who changes something of a partner writes the partner's own items", async () => {
    const changing = rows.filter(({ id }) => PARTNER_WRITERS.has(id) || workers.some((worker) => worker.id === id));
    for (const { id, table: actions } of changing)
      for (const action of actions.filter((one) => WRITES.includes(one)))
        expect(await decision(id, action, 'PARTNER#p'), `${id} ${action}`).toBe('Allowed');
  });

  it('who narrows a key writes its addresses', async () => {
    const attributes = ['PK', 'SK', 'allowedCidrs'];
    for (const id of KEY_NARROWERS) expect(await decision(id, 'UpdateItem', KEY, { attributes })).toBe('Allowed');
  });

  it('deliveries put events on buses of partners', async () => {
    const resource = 'arn:aws:events:eu-west-1:222233334444:event-bus/default';
    const request = { action: 'events:PutEvents', resource, context: { 'events:source': ['partner-ramp/p'] } };
    expect(await decide(policies, 'deliverWebhook', request)).toBe('Allowed');
  });

  it('the redrive reads the index of due items', async () => {
    expect(await decision('sweepOverdue', 'Query', 'DUE#7', { index: 'byDue' })).toBe('Allowed');
  });
});
