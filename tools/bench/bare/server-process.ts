/** Bare server (glossary) for comparison under load: only `node:http` and the AWS SDK, in one process like the local stack. */
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { listen } from '../wire/loopback';

/** Starts the bare server; returns its URL. @param folders bundles of `buildBare`: path `/0` runs the first, `/1` the second */
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
