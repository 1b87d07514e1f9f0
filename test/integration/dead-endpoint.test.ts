import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { until } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const EVENTS = 8;
const listed = z.looseObject({ data: z.array(z.looseObject({ retryAttempts: z.number() })) });

it('F42 an endpoint that never answers keeps no other partner waiting', async () => {
  const [dead, alive] = [await newReceiver(), await newReceiver()];
  dead.answer = () => new Promise(() => undefined);
  const [busy, quiet] = [await service.newPartner(), await service.newPartner()];
  await busy.put('/webhook-settings', { url: dead.url });
  await quiet.put('/webhook-settings', { url: alive.url });
  // Of as many users: events of one go out one after the other.
  await Promise.all(Array.from({ length: EVENTS }, () => busy.submitUser()));
  // Each attempt holds its batch until its deadline of ten seconds.
  await until(() => dead.received.length >= EVENTS);
  await quiet.post('/webhook-settings/test');
  await until(() => alive.received.length === 1);
  const { data } = listed.parse((await busy.get('/webhook-notifications?limit=100')).body.data);
  expect(data.map(({ retryAttempts }) => retryAttempts)).toEqual(data.map(() => 0));
});
