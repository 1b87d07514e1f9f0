import { expect, it } from 'vitest';
import { reconciliationViolations } from '#test/simulation/banks/reconciliation';

it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'every loss by a bank that errs is an exception, and nothing counts twice: seed %i',
  async (seed) => expect(await reconciliationViolations(seed)).toEqual([]),
);
