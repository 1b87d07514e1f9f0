/**
 * What the service is compared with under load: `node:http` and the AWS SDK, nothing between. It makes the calls that
 * the service was seen to make, on the same items and with the same conditions. It neither checks nor decides anything,
 * knows no partner and logs nothing. One process, as the local stack's.
 */
import { randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { newId } from '#shared/values/ids';
import { listen } from '../wire/loopback';

/** A bundle by `buildBare`, and the ids and digests of the recorded request: each request has its own. */
export interface BareRoute {
  readonly folder: string;
  readonly renewed: readonly string[];
}

/** @param routes by their position, which is their path @returns the address */
export async function serveBare(routes: readonly BareRoute[]): Promise<string> {
  const fresh = (old: string) => (old.length === 64 ? randomBytes(32).toString('hex') : newId(Date.now()));
  const answers = new Map<string, () => Promise<string>>();
  for (const [at, { folder, renewed }] of routes.entries()) {
    const { answer } = await import(`${folder}/index.mjs`);
    answers.set(`/${at}`, () => answer(renewed.map(fresh)));
  }
  return listen(
    () => undefined,
    async (request, response) => {
      const isPost = request.method === 'POST';
      if (isPost) await json(request);
      const text = (await answers.get(request.url ?? '')?.()) ?? '';
      response.writeHead(isPost ? 201 : 200, { 'content-type': 'application/json' }).end(text);
    },
  );
}
