/** Contract and documentation of each operation that partners can call, by operation id. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EndpointDocs } from '#shared/contract/define-docs';
import { endpoints } from '#shared/contract/endpoints';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');

const exported = await Promise.all(
  readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/docs.ts'))
    .map(async (file): Promise<Readonly<Record<string, EndpointDocs>>> => {
      return await import(pathToFileURL(resolve(FUNCTIONS, file)).href);
    }),
);
const byId = new Map(exported.flatMap((docs) => Object.values(docs)).map((docs) => [docs.contract.id, docs]));

/** Documentation by operation id, in the order of `endpoints`. */
export const endpointDocs: ReadonlyMap<string, EndpointDocs> = new Map(
  endpoints
    .filter(({ scope }) => scope === 'partner')
    .map(({ id, folder }): [string, EndpointDocs] => {
      const docs = byId.get(id);
      if (docs === undefined)
        throw new Error(`functions/${folder} has no docs of ${id} in the docs.ts of its resource`);
      return [id, docs];
    }),
);

/** @throws Error if partners cannot call the operation */
export function docsFor(id: string): EndpointDocs {
  const docs = endpointDocs.get(id);
  if (docs === undefined) throw new Error(`${id} is no operation that partners call`);
  return docs;
}
