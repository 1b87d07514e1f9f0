import { describe, expect, it, vi } from 'vitest';
import { accessibilityPage, failurePage } from '#shared/hosted-pages/layout';
import { languages } from '#shared/values/languages';

const marks = {
  en: 'Sandbox. Not a payment.',
  es: 'Entorno de pruebas. No es un pago.',
  pt: 'Ambiente de testes. Não é um pagamento.',
};
const failures = ['foreign', 'unknown', 'expired', 'withdrawn', 'too-large', 'busy', 'broken'] as const;

describe.each(languages)('the mark of a test in %s', (language) => {
  const pages = () => [accessibilityPage(language), ...failures.map((failure) => failurePage(failure, language))];

  it('is on every page that says why a link cannot be used, and on the statement on accessibility', () => {
    vi.stubEnv('STAGE', 'sandbox');
    for (const page of pages())
      expect(String(page.render(undefined))).toContain(`<p class="test-mark">${marks[language]}</p>`);
  });

  it('is on none in production', () => {
    vi.stubEnv('STAGE', 'production');
    for (const page of pages()) expect(String(page.render(undefined))).not.toContain('class="test-mark"');
  });
});
