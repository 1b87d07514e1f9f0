import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractOf, contracts, documentationIds, isContractId } from '#scripts/docs/contracts';
import { exampleOf } from '#scripts/docs/examples';
import { driftOfDocs } from '#scripts/docs/generate';
import { openApiDocument } from '#scripts/docs/openapi';
import { eventNotes, webhookPayloads } from '#scripts/docs/webhook-payloads';
import { endpoints } from '#shared/api/endpoints';
import { newId } from '#shared/domain/ids';
import { type EventName, eventNames, eventTypes } from '#shared/domain/notifications/events';
import {
  framed,
  kycPayload,
  type Payload,
  signaturePayload,
  testPayload,
  transactionPayload,
} from '#shared/domain/notifications/notification';
import { aCedula, anOwner } from '#test/support/owners';
import { runRedocly } from '#test/support/redocly';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/transactions';
import { aUser, aVerification } from '#test/support/verifications';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the generated documentation', () => {
  it('is what the code says; "npm run docs" writes it', async () => {
    expect(await driftOfDocs(ROOT)).toEqual([]);
  });

  it('names the operation that has no example yet', () => {
    expect(() => Reflect.apply(exampleOf, undefined, ['createNothing'])).toThrow(
      'createNothing has no example in scripts/docs/examples.ts',
    );
  });

  it('passes the linter without a warning', async () => {
    const { exitCode, output } = await runRedocly([
      'lint',
      'docs/openapi.json',
      'docs/workflows/cross-ramp.arazzo.yaml',
    ]);
    expect(exitCode, output).toBe(0);
    expect(output).not.toMatch(/\[WARNING\]|You have \d/);
  });

  it('knows every contract by the id and the folder of its row', () => {
    const rows = endpoints.filter((row) => row.scope === 'partner').map((row) => row.id);
    expect(Object.keys(contracts).sort()).toEqual([...rows].sort());
    for (const id of Object.keys(contracts).filter(isContractId)) expect(contractOf(id).id).toBe(id);
    const pages = endpoints.filter((row) => row.scope === 'public').map((row) => row.id);
    expect([...documentationIds].sort()).toEqual([...pages].sort());
  });

  it('has one operation per row that partners call and nothing else', () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) })
      .parse(openApiDocument());
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    );
    const called = endpoints.filter((row) => row.scope === 'partner' || row.scope === 'public');
    expect(operations.sort()).toEqual(called.map((row) => `${row.method} ${row.path} ${row.id}`).sort());
  });
});

describe('the documented webhook payloads', () => {
  const user = aUser({
    id: '019bc1c5-0000-7000-8000-000000000003',
    partnerId: '019bc1c5-0000-7000-8000-000000000002',
    email: 'ana.garcia@example.com',
    firstName: 'Ana',
    lastName: 'García',
    kycStatus: 'VERIFIED',
    sequence: 1,
  });

  function payloadOf(event: EventName): Payload {
    if (event === 'TEST_EVENT') return testPayload();
    if (event === 'DOCUMENT_SIGNED') return signaturePayload(user, anOwner({ cedula: aCedula() }));
    if (eventTypes[event] === 'KYC') return kycPayload(event, user, aVerification(user));
    const returned = { reason: 'BENEFICIARY_ACCOUNT_CLOSED', atMs: 0 };
    if (event.endsWith('_ON_RAMP')) return transactionPayload(event, anOnRamp(), user);
    if (event.endsWith('_OFF_RAMP')) {
      return transactionPayload(
        event,
        anOffRamp({ payoutReturn: { ...returned, amount: anOffRamp().fiatAmount } }),
        user,
      );
    }
    const payoutReturn = { ...returned, amount: aCrossRamp().targetAmount };
    return transactionPayload(event, aCrossRamp({ payoutReturn }), user);
  }

  it.each(eventNames)('%s is what is sent, field for field', (event) => {
    const userId = event === 'TEST_EVENT' ? null : user.id;
    const sent = framed({ id: newId(0), userId, sequence: 1, occurredAtMs: 0 }, payloadOf(event));
    const shape: z.core.$ZodLooseShape = webhookPayloads[eventNotes[event].payload].shape;
    expect(z.strictObject(shape).safeParse(sent)).toMatchObject({ success: true });
  });
});
