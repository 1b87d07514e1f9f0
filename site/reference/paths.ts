/** Addresses of the parts of the reference, from the root of the stage. */
import { slug } from '../page';
import type { Operation } from './api-document';

export const REFERENCE = '/docs';

/** The page of conventions, headers and errors that operations share. */
export const SHARED_PARTS = `${REFERENCE}/shared-parts`;

/** The page that checks a webhook's signature. */
export const SIGNATURE_PAGE = `${REFERENCE}/check-a-signature`;

/** Returns the address of the page of a subject. */
export function subjectPath(subject: string): string {
  return `${REFERENCE}/${slug(subject)}`;
}

/** Returns the address of an operation on the page of its subject. */
export function operationPath({ subject, id }: Pick<Operation, 'subject' | 'id'>): string {
  return `${subjectPath(subject)}#${id}`;
}

/** Returns the address of a part that operations share, by its kind and the name of its component. */
export function sharedPartPath(kind: 'header' | 'parameter' | 'error', component: string): string {
  return `${SHARED_PARTS}#${sharedPartId(kind, component)}`;
}

/** Returns the anchor of such a part. */
export function sharedPartId(kind: 'header' | 'parameter' | 'error', component: string): string {
  return `${kind}-${component}`;
}
