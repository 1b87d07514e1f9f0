import * as z from 'zod';
import type { Draws, UnkindOptions } from '#cloud/unkind/unkind-cloud';
import { startUnkindProxy, type UnkindProxy } from '#cloud/unkind/unkind-proxy';
import { type CloudAnswer, type CloudRequest, type SmallCloud, startSmallCloud } from '#test/support/cloud/small-cloud';

/** No answer is lost, every page has two items, and the token expires at request 60. */
export const noChance: Draws = { happens: () => false, between: (_, most) => most };

const issued = z.object({ AccessKeyId: z.string(), SecretAccessKey: z.string(), Token: z.string() });

export interface Unkind {
  /** The cloud behind. */
  readonly small: SmallCloud;
  readonly proxy: UnkindProxy;
  /** Configuration of an SDK's client that gets its credentials from the proxy. Each refusal is seen: nothing is tried again. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: () => Promise<{
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string;
    }>;
    readonly maxAttempts: number;
  };
  stop(): Promise<void>;
}

/** Starts an unkind cloud in front of a small one. */
export async function startUnkind(
  answer: (request: CloudRequest) => CloudAnswer,
  options: Partial<UnkindOptions> = {},
): Promise<Unkind> {
  const small = await startSmallCloud(answer);
  const upstream = { url: small.url, region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'test' };
  const proxy = await startUnkindProxy({ upstream, chance: noChance, ...options });
  return {
    small,
    proxy,
    client: {
      endpoint: proxy.url,
      region: 'us-east-1',
      credentials: async () => {
        const { AccessKeyId, SecretAccessKey, Token } = issued.parse(await (await fetch(proxy.credentialsUrl)).json());
        return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
      },
      maxAttempts: 1,
    },
    stop: async () => {
      await proxy.stop();
      await small.stop();
    },
  };
}
