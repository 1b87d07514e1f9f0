import { expect, it } from 'vitest';
import { negotiateLanguage } from '#shared/hosted-pages/language';
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
  ['es', '<script>', 'es'],
])('a browser that prefers %j and chose %j reads %s', (preferred, chosen, language) => {
  expect(negotiateLanguage(preferred, chosen)).toBe(language);
});

it('has different texts in the two languages, and none empty', () => {
  const texts = (language: 'en' | 'es') =>
    Object.entries({ ...signingTexts[language], ...signingTexts[language].messages })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .filter(([key]) => key !== 'windowErrorPrefix');
  const spanish = new Map(texts('es'));
  for (const [key, text] of texts('en')) {
    expect(text.trim(), key).not.toBe('');
    expect(spanish.get(key), key).not.toBe(text);
  }
});
