/**
 * What the service is compared with under load: `node:http` and the AWS SDK, nothing between. It makes the calls that
 * the service was seen to make, on the same items and with the same conditions. It neither checks nor decides anything,
 * knows no partner and logs nothing. One process, as the local stack's.
 */
import { randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { newId } from '#shared/values/ids';
import { serve } from '../processes';
import { listen } from '../wire/loopback';

/** A bundle by `buildBare`, and the ids and digests of the recorded request: each request has its own. */
export interface BareRoute {
  readonly path: string;
  readonly folder: string;
  readonly renewed: readonly string[];
}

export const functions = {
  /** @returns the address */
  async listen(routes: readonly BareRoute[]): Promise<string> {
    const answers = new Map<string, () => Promise<string>>();
    for (const { path, folder, renewed } of routes) {
      const { answer } = await import(`${folder}/index.mjs`);
      const fresh = (old: string) => (old.length === 64 ? randomBytes(32).toString('hex') : newId(Date.now()));
      answers.set(path, () => answer(renewed.map(fresh)));
    }
    return listen(
      () => undefined,
      async (request, response) => {
        const isPost = request.method === 'POST';
        if (isPost) await json(request);
        const text =
          (await answers
            .get(request.url ?? '')?.()
            .catch(String)) ?? 'There is no such route';
        const status = !text.startsWith('{') ? 500 : isPost ? 201 : 200;
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      },
    );
  },
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

serve(functions);
