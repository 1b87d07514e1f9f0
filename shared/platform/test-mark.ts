/** Label on everything that people see in the sandbox, in which no money moves. */
import type { Language } from '#shared/values/languages';
import { stage } from './config/environment';

const marks: Readonly<Record<Language, string>> = {
  en: 'Sandbox. Not a payment.',
  es: 'Entorno de pruebas. No es un pago.',
  pt: 'Ambiente de testes. Não é um pagamento.',
};

/** Returns the sandbox label of pages and documents in a language; `undefined` in production. */
export function testMark(language: Language): string | undefined {
  return stage() === 'production' ? undefined : marks[language];
}
