import { expect, it } from 'vitest';
import { negotiateLanguage } from '#shared/http/negotiate-language';
import type { Language } from '#shared/values/languages';
import signingTexts from '../../../shared/hosted-pages/signing/texts.json';

it.each([
  [undefined, undefined, 'en'],
  ['', undefined, 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', undefined, 'es'],
  ['en-US,en;q=0.9,es;q=0.8', undefined, 'en'],
  ['fr-FR,fr;q=0.9,es;q=0.5', undefined, 'es'],
  ['de', undefined, 'en'],
  ['*', undefined, 'en'],
  [';;;,,q=', undefined, 'en'],
  ['es-MX', 'en', 'en'],
  ['en', 'es', 'es'],
  ['es', 'fr', 'es'],
  ['pt-PT,pt;q=0.9', undefined, 'pt'],
  ['es', 'pt', 'pt'],
  ['es', '<script>', 'es'],
])('a browser that prefers %j and chose %j reads %s', (preferred, chosen, language) => {
  expect(negotiateLanguage({ acceptLanguage: preferred, chosen })).toBe(language);
});

it.each([
  [undefined, 'MX', 'es'],
  ['fr-FR', 'DO', 'es'],
  ['fr-FR', 'HK', 'en'],
  ['pt-BR', 'MX', 'pt'],
  ['en-US', 'MX', 'en'],
])('a browser that prefers %j reads a link of %s in %s', (acceptLanguage, country, language) => {
  expect(negotiateLanguage({ acceptLanguage, chosen: undefined }, country)).toBe(language);
});

it.each([
  ['en', 'es'],
  ['en', 'pt'],
  ['es', 'pt'],
] as const)('has different texts in %s and %s, and none empty', (one, other) => {
  const texts = (language: Language) =>
    Object.entries({ ...signingTexts[language], ...signingTexts[language].messages })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .filter(([key]) => !['windowErrorPrefix', 'fullName'].includes(key));
  const others = new Map(texts(other));
  for (const [key, text] of texts(one)) {
    expect(text.trim(), key).not.toBe('');
    expect(others.get(key), key).not.toBe(text);
  }
});
