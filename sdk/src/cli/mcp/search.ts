/** Searches the API operations and the guide of the stage. For the guide, it uses the search index of the stage's web pages. */
import MiniSearch from 'minisearch';
import { operationFacts } from '../../generated/operations.js';
import { isRecord } from '../account/private-file.js';
import { CommandFailed } from '../errors.js';
import { type ApiDocument, isOperation } from './document.js';

const MAX_RESULTS = 6;
const MAX_TEXT = 1_500;
const FIELDS = ['page', 'heading', 'text'];

/** A search result: a section of the guide, or an operation. */
export interface Found {
  /** URL of the section, or the `operationId`. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** Returns the best sections and operations for a text, with the best match first. */
export type Search = (words: string) => readonly Found[];

/**
 * Downloads the search index of the web pages, without an API key, and returns a search function.
 * @throws CommandFailed if the stage has no pages or no search index
 */
export async function loadSearch(baseUrl: string, document: ApiDocument): Promise<Search> {
  const [, address] = /data-search="([^"]+)"/.exec(await download(baseUrl, '/')) ?? [];
  if (address === undefined) throw new CommandFailed('The pages of this stage have no search index');
  const pages: unknown = JSON.parse(await download(baseUrl, address));
  const sections = (Array.isArray(pages) ? pages : []).filter(isRecord);
  const operations = Object.keys(operationFacts).flatMap((id) => {
    const operation = isOperation(id) ? document.operation(id) : undefined;
    return isRecord(operation)
      ? [{ id, page: `operation ${id}`, heading: operation.summary, text: operation.description }]
      : [];
  });
  const index = new MiniSearch({
    fields: [...FIELDS, 'also'],
    storeFields: FIELDS,
    searchOptions: { boost: { heading: 4, page: 3 }, prefix: true, fuzzy: 0.15 },
  });
  index.addAll([...sections, ...operations]);
  return (words) =>
    index
      .search(words, { combineWith: 'OR' })
      .flatMap(({ id, page, heading, text }, rank) =>
        rank < MAX_RESULTS ? [{ id: String(id), page, heading, text: String(text).slice(0, MAX_TEXT) }] : [],
      );
}

/** @throws CommandFailed if the response status is not 2xx */
async function download(baseUrl: string, path: string): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'error' });
  if (!response.ok) throw new CommandFailed(`${baseUrl}${path} returned ${response.status}`);
  return response.text();
}
