import { html } from 'hono/html';
import type { Language } from '#shared/values/languages';
import { type Page, page } from './layout';
import texts from './texts.json';

const statuses = {
  foreign: 403,
  unknown: 404,
  expired: 410,
  withdrawn: 410,
  'too-large': 413,
  busy: 503,
  broken: 500,
};

/** Why a page cannot be used. */
export type PageFailure = keyof typeof statuses;

/** A page that says why the link cannot be used, and what to do. */
export function failurePage(failure: PageFailure, language: Language): Page {
  const { title, text } = texts[language].failures[failure];
  return page({ language, status: statuses[failure], title, asks: false, content: html`<p>${text}</p>` });
}
