/** API keys that were stored by a release with other currencies. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { toCapabilities } from '#functions/capabilities/get/read-capabilities';
import { callerItem } from '#shared/partners/api-keys/item';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { fiatCurrencies } from '#shared/values/money/currency';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

const agreement = defaultAgreement('sandbox');
const stored = {
  ...{ PK: 'KEY#digest', SK: 'META', entity: 'KEY', keyId: 'key', name: 'First key' },
  ...{ partnerId: 'partner', partnerName: 'Acme', suspended: false, flows: ['REGULAR'] },
  ...{ agreement, createdAt: '2026-11-21T10:00:00.000Z' },
};

/** Reads the stored key in a service whose list of currencies also contains BRL. */
const laterRelease = `
  import { toCapabilities } from '#functions/capabilities/get/read-capabilities';
  import { callerItem } from '#shared/partners/api-keys/item';
  import { rangeFor } from '#shared/partners/domain/partner';
  import { fiatCurrencies } from '#shared/values/money/currency';
  const { agreement } = callerItem.parse(${JSON.stringify(stored)});
  module.exports = {
    fiatCurrencies,
    capabilities: toCapabilities(agreement, 'sandbox', 60),
    ranges: [rangeFor(agreement, 'MXN', 'sandbox'), rangeFor(agreement, 'BRL', 'sandbox')],
  };`;

/** Adds a currency to the source text, as a developer would. */
function withAnotherCurrency(record: string): string {
  const withName = record.replace(/('MXN', [^\]]*)\] as const/, "$1, 'BRL'] as const");
  const row = "BRL: { decimals: 2, defaultRange: { min: '5', max: '3000000' }, liveMin: '50', sandboxRate: 5_400n },";
  return withName.replace('  USDC: { decimals', `  ${row}\n  USDC: { decimals`);
}

async function runLaterRelease(): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: laterRelease, resolveDir: REPOSITORY, loader: 'ts' },
    ...{ absWorkingDir: REPOSITORY, bundle: true, write: false, format: 'cjs', platform: 'node', target: 'node20' },
    plugins: [
      {
        name: 'another-currency',
        setup: ({ onLoad }) =>
          onLoad({ filter: /shared\/values\/money\/currency\.ts$/ }, ({ path }) => ({
            contents: withAnotherCurrency(readFileSync(path, 'utf8')),
            loader: 'ts',
          })),
      },
    ],
  });
  const released = { exports: {} };
  compileFunction(outputFiles[0]?.text ?? '', ['module', 'exports', 'require'])(
    released,
    released.exports,
    createRequire(import.meta.url),
  );
  return released.exports;
}

it('are read after a currency was added to the record: its range is the default, all else is as before', async () => {
  expect(await runLaterRelease()).toEqual({
    fiatCurrencies: [...fiatCurrencies, 'BRL'],
    capabilities: toCapabilities(agreement, 'sandbox', 60),
    ranges: [
      { min: '10', max: '10000000' },
      { min: '5', max: '3000000' },
    ],
  });
});

it('are read after a rollback to a release without a currency or a token that they name', () => {
  const later = {
    ...agreement,
    ranges: { ...agreement.ranges, BRL: { min: '5', max: '3000000' } },
    fiatCurrencies: [...agreement.fiatCurrencies, 'BRL'],
    tokenPairs: [...agreement.tokenPairs, 'POL:BRLT'],
  };
  const read = callerItem.parse({ ...stored, agreement: later }).agreement;
  expect(toCapabilities(read, 'sandbox', 60)).toEqual(toCapabilities(agreement, 'sandbox', 60));
});
