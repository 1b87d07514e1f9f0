/** The mark of everything that people see of a stage in which no money moves. */
import type { Language } from '#shared/values/languages';
import { stage } from './config/environment';

const marks: Readonly<Record<Language, string>> = {
  en: 'Sandbox. Not a payment.',
  es: 'Entorno de pruebas. No es un pago.',
  pt: 'Ambiente de testes. Não é um pagamento.',
};

/** The mark of pages and documents of this stage in a language; `undefined` in production. */
export function testMark(language: Language): string | undefined {
  return stage() === 'production' ? undefined : marks[language];
}
