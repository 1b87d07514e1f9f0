import { describe, expect, it } from 'vitest';
import { toFields } from '#local/partner/api-client';
import { invalidInput, type Problem, quoteFailed } from '#shared/api/problems';
import type { Agreement } from '#shared/partners/domain/partner';
import { setAgreement } from '#shared/partners/repository';
import { refusal } from './describe-endpoint';
import { createWorld, type EndpointHandler, type TestResponse, type World } from './world';

export type Fields = Readonly<Record<string, string | number | undefined>>;

interface Pricing {
  readonly id: string;
  readonly handler: EndpointHandler;
  /** True to send the fields in the query, false in the body. */
  readonly isRate: boolean;
  readonly order: Fields;
  /**
   * The partner's agreement in the tests of `refused`. An entry of `refused` has a title, fields that the agreement excludes, and
   * the error.
   */
  readonly agreement: Partial<Agreement>;
  readonly refused: readonly (readonly [string, Fields, Problem])[];
  /** Each entry has a title, invalid fields that replace fields of `order`, and the names of the fields in the error. */
  readonly wrong: readonly (readonly [string, Fields, readonly string[]])[];
}

const RATES = 'https://rates.example.com/';

/** Defines tests of rates and quotes. Both reject the same requests, and need a current exchange rate in production. */
export function describePrice({ id, handler, isRate, order, agreement, refused, wrong }: Pricing): void {
  async function price(world: World, fields: Fields = {}): Promise<TestResponse> {
    const given = Object.entries({ ...order, ...fields }).filter(([, value]) => value !== undefined);
    if (!isRate) return world.call(handler, { body: Object.fromEntries(given) });
    return world.call(handler, { query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) });
  }

  it('warns of a premium above the ceiling of production', async () => {
    const { body } = await price(await createWorld(id), { premiumSpread: 0.2 });
    const message = 'Is above 0.1, which production refuses: it is a fraction, 0.01 is 1 %';
    const warning = { field: 'premiumSpread', code: 'PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING', message };
    expect(body.data).toMatchObject({ premiumSpread: 0.2, warnings: [warning] });
  });

  it.each(wrong)('refuses %s by field', async (_, fields, names) => {
    const world = await createWorld(id);
    const before = world.table.items();
    const response = await price(world, fields);
    expect(response).toMatchObject(refusal(invalidInput(response.body.errors)));
    expect(toFields(response)).toEqual(names);
    expect(world.table.items()).toEqual(before);
  });

  it.each(refused)('refuses %s', async (_, fields, problem) => {
    const world = await createWorld(id);
    await setAgreement(world.partner.id, (all) => ({ ...all, ...agreement }), { atMs: Date.now() });
    expect(await price(world, fields)).toMatchObject(refusal(problem));
    expect((await price(world)).status).toBe(isRate ? 200 : 201);
  });

  describe('in production', () => {
    it.each([
      ['is old', { body: { mid: '20', asOf: '2026-01-15T11:50:00.000Z' } }],
      ['is zero', { body: { mid: '0', asOf: '2026-01-15T12:00:00.000Z' } }],
      ['fails', { status: 500 }],
      ['does not respond', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
    ])('is refused if the rate of the provider %s', async (_, responding) => {
      const world = await createWorld(id, { stage: 'production' });
      world.web.on(RATES, responding);
      expect(await price(world)).toMatchObject(refusal(quoteFailed()));
      expect(world.table.items('QUOTE')).toEqual([]);
    });

    it('is refused where no provider is set up', async () => {
      const world = await createWorld(id, { stage: 'production' });
      await world.withVariable('RATES_URL', '', async () => {
        expect(await price(world)).toMatchObject(refusal(quoteFailed()));
      });
    });
  });
}
