/** Ports of providers in a world whose providers pay out: the sandbox's where it has one, and otherwise the world's. */
import type { CallLimits } from '#shared/providers/http/call';
import type { ProviderClient } from '#shared/providers/http/client';

const provider: ProviderClient = {
  post: async (path, { key, body, answer }) => answer.parse(await ask(path, { key, body })),
  get: async (path, answer) => answer.parse(await ask(path)),
};

async function ask(path: string, { key = '', body }: { readonly key?: string; readonly body?: unknown } = {}) {
  const reply = await fetch(`https://orders.example.com${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body) ?? '',
  });
  return reply.json();
}

interface SimulatedPort<Port> {
  readonly sandbox?: Port;
  readonly http: (client: ProviderClient) => Port;
  readonly limits: CallLimits;
  readonly absent?: Port;
}

/** Takes the place of the service's. */
export function providerPort<Port>(_name: string, { sandbox, http, absent }: SimulatedPort<Port>): () => Port {
  return () => sandbox ?? absent ?? http(provider);
}
