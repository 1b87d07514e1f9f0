/** Tests the example policy for a partner's event bus (docs/api.md), and our permission to put events on such buses. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { eventSource } from '#shared/webhooks/domain/event-bus';
import { at, findResources, listAt, stageTemplates } from '#test/infra/support/stage-templates';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/api.md'), 'utf8');
const [text = '{}'] = /\{\n {2}"Version": "2012-10-17",[\s\S]*?\n\}/.exec(guide) ?? [];
const [, partner = ''] = /"partner-ramp\/([\w-]+)"/.exec(text) ?? [];

it("the guide's policy lets our account put the events of one partner, and none without a source", () => {
  expect(partner).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(text).Statement).toEqual([
    {
      Sid: 'PartnerRampEvents',
      Effect: 'Allow',
      Principal: { AWS: 'arn:aws:iam::111122223333:root' },
      Action: 'events:PutEvents',
      Resource: 'arn:aws:events:eu-west-1:222233334444:event-bus/payments',
      Condition: {
        'ForAllValues:StringEquals': { 'events:source': eventSource(partner) },
        // A `ForAllValues` condition is true for a request without values.
        Null: { 'events:source': 'false' },
      },
    },
  ]);
});

it('deliveries put events in the name of partners alone, and on no bus of our account', () => {
  const [role] = findResources(stageTemplates('production'), 'AWS::IAM::Role').filter(({ id }) =>
    id.startsWith('deliverWebhookRole'),
  );
  const statements = listAt(role?.Properties, 'Policies', 0, 'PolicyDocument', 'Statement');
  const puts = statements.filter((one) => at(one, 'Action') === 'events:PutEvents');
  expect(puts).toMatchObject([
    {
      Effect: 'Allow',
      Condition: {
        'ForAllValues:StringLike': { 'events:source': [eventSource('*')] },
        Null: { 'events:source': 'false' },
      },
    },
    { Effect: 'Deny', Resource: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: 'AWS::AccountId' }])] } },
  ]);
  expect(puts[1]).not.toHaveProperty('Condition');
});
