/** The policy that the guide gives to partners for their event buses, judged as IAM judges it together with the role of our worker. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asObject } from '#local/template/json';
import { eventSource } from '#shared/webhooks/domain/event-bus';
import { type Decision, evaluate } from '#test/support/permissions/simulate';
import { listed, stagePolicies } from '#test/support/permissions/stage-policies';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/api.md'), 'utf8');
const [text = '{}'] = /\{\n {2}"Version": "2012-10-17",[\s\S]*?\n\}/.exec(guide) ?? [];

/** The partner, our account and the bus of the guide's example. */
const [, PARTNER = ''] = /"partner-ramp\/([\w-]+)"/.exec(text) ?? [];
const [, OUR_ACCOUNT = ''] = /arn:aws:iam::(\d{12}):root/.exec(text) ?? [];
const [BUS = ''] = /arn:aws:events:[\w-]+:\d{12}:event-bus\/\w+/.exec(text) ?? [];
const OTHER_PARTNER = '019bc2b0-1f40-7d0a-8a53-000000000000';

/** The decision on one PutEvents with entries of some sources. */
function decision(policyText: string, sources: readonly string[], account = OUR_ACCOUNT): Promise<Decision> {
  const { Statement } = stagePolicies('production').roleOf('deliverWebhook');
  const puts = Statement.filter(({ Action }) => listed(Action).includes('events:PutEvents'));
  return evaluate({
    request: { action: 'events:PutEvents', resource: BUS, context: { 'events:source': [...sources] } },
    principal: `arn:aws:iam::${account}:role/function`,
    account: BUS.split(':')[4],
    identityPolicy: { Version: '2012-10-17', Statement: puts },
    resourcePolicy: asObject(JSON.parse(policyText), 'the policy'),
  });
}

describe("the guide's policy of a partner's event bus", () => {
  it('is for a partner, an account of ours and a bus of another account', () => {
    expect(PARTNER).toMatch(/^[0-9a-f-]{36}$/);
    expect(BUS).not.toContain(OUR_ACCOUNT);
    expect(eventSource(PARTNER)).toBe(`partner-ramp/${PARTNER}`);
  });

  it("lets our worker put the partner's own events", async () => {
    expect(await decision(text, [eventSource(PARTNER)])).toBe('Allowed');
  });

  it.each([
    ['of another partner', [eventSource(OTHER_PARTNER)]],
    ['of another partner beside its own', [eventSource(PARTNER), eventSource(OTHER_PARTNER)]],
    ['whose source only begins like its own', [`${eventSource(PARTNER)}x`]],
    ['without a source', []],
  ])('refuses events %s', async (_whose, sources) => {
    expect(await decision(text, sources)).toBe('ImplicitlyDenied');
  });

  it('refuses the same from another account', async () => {
    expect(await decision(text, [eventSource(PARTNER)], '999900001111')).toBe('ImplicitlyDenied');
  });

  it('would let in events of another partner without its condition', async () => {
    const { Statement } = JSON.parse(text);
    const { Condition: _, ...unconditional } = Statement[0];
    const lax = JSON.stringify({ Version: '2012-10-17', Statement: [unconditional] });
    expect(await decision(lax, [eventSource(OTHER_PARTNER)])).toBe('Allowed');
  });
});
