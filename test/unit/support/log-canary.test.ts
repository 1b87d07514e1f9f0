import { describe, expect, it } from 'vitest';
import { leaksIn, watch } from '#test/support/log-canary';

describe('the watch over the logs', () => {
  it.each([
    ['an e-mail address', '{"message":"sent to ana@example.com"}'],
    ['a URL with a query', '{"message":"GET https://files.example/a.png?X-Amz-Signature=1"}'],
    ['an API key', '{"message":"ramp_sbx_0123"}'],
    ['a webhook secret', '{"message":"whsec_abc"}'],
    ['a link to a person', `{"route":"/sign/${'a'.repeat(43)}"}`],
    ['a CLABE', '{"message":"012180015500000008"}'],
  ])('finds %s', (_kind, line) => {
    expect(leaksIn(`{"message":"request"}\n${line}\n`, [])).toHaveLength(1);
  });

  it('finds what was sent, as a whole word and however it is escaped', () => {
    watch({ people: [{ firstName: 'Zoraida', lastName: 'Ñu "Q"', nested: { taxId: 'ZZZZ010101AA1' } }] });
    expect(leaksIn('{"message":"user Zoraida"}')).toHaveLength(1);
    expect(leaksIn(JSON.stringify({ message: 'Ñu "Q" was here' }))).toHaveLength(1);
    expect(leaksIn('{"taxId":"ZZZZ010101AA1"}')).toHaveLength(1);
    expect(leaksIn('{"message":"Zoraidanos"}')).toEqual([]);
    watch({ externalId: 'pedido-77', metadata: { branch: 'Xochimilco' } });
    for (const text of ['pedido-77', 'Xochimilco']) expect(leaksIn(`{"message":"order ${text}"}`)).toHaveLength(1);
    expect(leaksIn('{"message":"branch"}')).toEqual([]);
  });

  it('passes ordinary lines', () => {
    const line = { level: 'info', message: 'request', requestId: crypto.randomUUID(), status: 201 };
    expect(leaksIn(JSON.stringify(line))).toEqual([]);
  });
});
