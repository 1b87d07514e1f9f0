import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const files = ['shared', 'functions'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);
const sources = files.map((file) => ({
  file,
  // Removes comments, which may mention forbidden comparisons.
  text: readFileSync(resolve(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
}));
const readText = (file: string) => sources.find((source) => source.file === file)?.text ?? '';

/** Names of secret values. Comparing them must take constant time. */
const SECRET = /(secret|signature|token|hmac|mac|apiKey|password)$/i;
/** Comparing with these values only shows whether a secret exists, and its type. */
const HARMLESS = /^(undefined|null|''|'\w*'|\d+)$/;
const COMPARISON = /([\w.]+)(?:\(\))? *(?:===|!==) *('[^']*'|[\w.]+)/g;
/** The token symbol in a query is not a secret. */
const TRADED = /query\.token$/;
const BYTES = /\.equals\(|\.compare\(|localeCompare\(/g;

function comparisonsOfSecrets(text: string): string[] {
  const found = [...text.matchAll(COMPARISON)].filter(
    ([, left = '', right = '']) =>
      (SECRET.test(left) && !HARMLESS.test(right)) || (SECRET.test(right) && !HARMLESS.test(left)),
  );
  return [...found, ...text.matchAll(BYTES)].map(([hit]) => hit).filter((hit) => !TRADED.test(hit));
}

it('a comparison of secrets is found by the rule below', () => {
  const wrong = ['given === secret', 'key.secret !== given', 'linkToken === other.token', 'mac.equals(given)'];
  expect(wrong.filter((text) => comparisonsOfSecrets(text).length === 0)).toEqual([]);
  expect(comparisonsOfSecrets("secret === undefined || url.password !== ''")).toEqual([]);
});

it('no secret is compared character by character', () => {
  const found = sources.flatMap(({ file, text }) => comparisonsOfSecrets(text).map((hit) => `${file}: ${hit}`));
  expect(found).toEqual([]);
});

it('every received signature is computed again and compared in constant time', () => {
  const receiving = sources.filter(({ text }) => text.includes("'webhook-signature')"));
  expect(receiving.map(({ file }) => file)).toEqual(['shared/http/provider-endpoint.ts']);
  for (const { text } of receiving) expect(text).toContain('isSignedBy(');
  expect(readText('shared/http/signature.ts')).toContain('timingSafeEqual(given, one)');
});

it('keys and links are found by their digests, so that no stored secret can be compared', () => {
  expect(readText('shared/partners/api-keys/repository.ts')).toContain('readCaller(digest(key), atMs)');
  expect(readText('shared/dynamodb/keys.ts')).toMatch(/`LINK#\$\{digest\(token\)\}`/);
  const lookups = sources.flatMap(({ text }) => [...text.matchAll(/(?<!\w)apiKeyKey\(([^)]*)\)/g)]);
  expect(lookups.length).toBeGreaterThan(3);
  expect(lookups.filter(([, by = '']) => !/digest$/i.test(by)).map(([call]) => call)).toEqual([]);
});
