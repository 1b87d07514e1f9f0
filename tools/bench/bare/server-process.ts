/**
 * Bare server that the service is compared with under load: `node:http` and the AWS SDK, nothing between. It makes the
 * calls that the service was seen to make, on the same items and with the same conditions. It neither checks nor
 * decides anything, knows no partner and logs nothing. One process, as the local stack's.
 */
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { listen } from '../wire/loopback';

/** @param folders bundles by `buildBare`; the path of each is its position @returns the address */
export async function serveBare(folders: readonly string[]): Promise<string> {
  const load = createRequire(import.meta.url);
  const responses = new Map(
    folders.map((folder, at): [string, () => Promise<string>] => [`/${at}`, load(folder).response]),
  );
  return listen(
    () => undefined,
    async (request, response) => {
      const isPost = request.method === 'POST';
      if (isPost) await json(request);
      const text = (await responses.get(request.url ?? '')?.()) ?? '';
      response.writeHead(isPost ? 201 : 200, { 'content-type': 'application/json' }).end(text);
    },
  );
}
