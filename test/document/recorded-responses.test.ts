/**
 * Checks that the OpenAPI document describes every response and webhook that the tests of this run recorded. Runs after these
 * tests; skipped if nothing was recorded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { docsFor } from '#docs/endpoint-docs';
import { documentedEndpoints } from '#shared/contract/endpoints';
import { eventNames } from '#shared/webhooks/domain/events';
import { responseMismatches, webhookMismatches } from '#test/support/documented/validate';

const line = z.union([
  z.strictObject({ id: z.string(), status: z.number(), body: z.optional(z.unknown()) }),
  z.strictObject({ webhook: z.unknown() }),
]);

const folder = process.env.RECORD_RESPONSES;
const texts =
  folder === undefined
    ? []
    : readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
const eventOf = (webhook: unknown) => z.object({ event: z.string() }).parse(webhook).event;
const recorded = [...new Set(texts)].map((text) => line.parse(JSON.parse(text)));

it(`every response is as documented (${recorded.length} kinds)`, (context) => {
  if (recorded.length === 0) context.skip('No response was recorded: npm test -- --project stack --project document');
  const found = recorded.flatMap((one) =>
    'webhook' in one ? webhookMismatches(one.webhook) : responseMismatches(one.id, one.status, one.body),
  );
  expect([...new Set(found)]).toEqual([]);
});

it('every operation has succeeded, and every event was sent', (context) => {
  if (process.env.WHOLE_RUN !== 'true') context.skip('Only a part of the tests was asked for');
  const succeeded = new Set(recorded.flatMap((one) => ('id' in one && one.status < 300 ? [one.id] : [])));
  const sent = new Set(recorded.flatMap((one) => ('webhook' in one ? [eventOf(one.webhook)] : [])));
  // Operations without a key return files; test/contract/documentation.test.ts tests them.
  const operations = documentedEndpoints.filter(({ scope }) => scope === 'partner').map(({ id }) => id);
  expect(operations.filter((id) => !succeeded.has(id))).toEqual([]);
  expect(eventNames.filter((event) => !sent.has(event))).toEqual([]);
});

it('a field, a status or a code that the document does not have is found', () => {
  const data = docsFor('getUser').example.data;
  expect(responseMismatches('getUser', 200, { success: true, data })).toEqual([]);
  expect(responseMismatches('getUser', 200, { success: true, data: { ...Object(data), nickname: 'A' } })).toEqual([
    'getUser 200 /data must NOT have additional properties',
  ]);
  expect(responseMismatches('getUser', 200, { success: true, data: { ...Object(data), version: '3' } })).not.toEqual(
    [],
  );
  expect(responseMismatches('getUser', 418, {})).toEqual(['getUser 418 is not documented']);
  const refusal = { success: false, code: 'QUOTE_EXPIRED', message: 'Too late' };
  expect(responseMismatches('getUser', 401, refusal)).toEqual(['getUser 401 has the code QUOTE_EXPIRED']);
  expect(webhookMismatches({ event: 'TEST_EVENT' })).not.toEqual([]);
});
