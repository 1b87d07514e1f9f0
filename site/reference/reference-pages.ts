/** The reference of the API, made from the OpenAPI document. */
import type { SitePage } from '../page';
import { readApiDocument } from './api-document';
import { eventPage } from './event-page';
import { indexPage } from './index-page';
import { sharedPartsPage } from './shared-parts-page';
import { signaturePage } from './signature-page';
import { subjectPage } from './subject-page';

/**
 * Builds every page of the reference, in the order of the navigation.
 * @param text of docs/openapi.json
 * @param environment of the stage that shows the pages: in production nothing can be tried out
 */
export function referencePages(text: string, environment: 'sandbox' | 'production'): readonly SitePage[] {
  const document = readApiDocument(text);
  const hasConsole = environment === 'sandbox';
  const withOperations = document.subjects.filter(({ name }) =>
    document.operations.some(({ subject }) => subject === name),
  );
  return [
    indexPage(document, hasConsole),
    sharedPartsPage(document),
    ...withOperations.map((subject) => subjectPage(subject, document, hasConsole)),
    eventPage(document),
    signaturePage(),
  ];
}
