/** Contract and docs of each endpoint that partners call, by operation id. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endpoints } from '#shared/api/endpoints';
import type { EndpointDocs } from '#shared/http/docs';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');

/** Docs in the order of the endpoint table. */
export const endpointDocs: ReadonlyMap<string, EndpointDocs> = new Map(
  await Promise.all(
    endpoints
      .filter(({ scope }) => scope === 'partner')
      .map(async ({ id, folder }): Promise<[string, EndpointDocs]> => {
        const file = pathToFileURL(resolve(FUNCTIONS, folder, 'docs.ts'));
        const { docs }: { readonly docs: EndpointDocs } = await import(file.href);
        if (docs.contract.id !== id)
          throw new Error(`functions/${folder}/docs.ts is of ${docs.contract.id} and not of ${id}`);
        return [id, docs];
      }),
  ),
);

/** @throws Error for an operation that partners do not call */
export function docsFor(id: string): EndpointDocs {
  const docs = endpointDocs.get(id);
  if (docs === undefined) throw new Error(`${id} is no operation that partners call`);
  return docs;
}
