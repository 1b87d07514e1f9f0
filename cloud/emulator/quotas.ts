import { createServer } from 'node:http';
import * as z from 'zod';

/** A quota as Service Quotas lists it. */
interface ListedQuota {
  readonly ServiceCode: string;
  readonly QuotaName: string;
  readonly Value: number;
}

/** AWS's quotas of an account in us-east-1 that capacity rests on, by the names of Service Quotas. */
const DEFAULTS: readonly ListedQuota[] = [
  { ServiceCode: 'events', QuotaName: 'PutEvents throttle limit in transactions per second', Value: 10_000 },
  { ServiceCode: 'events', QuotaName: 'Invocations throttle limit in transactions per second', Value: 18_750 },
  { ServiceCode: 'dynamodb', QuotaName: 'Table-level write throughput limit', Value: 40_000 },
  { ServiceCode: 'dynamodb', QuotaName: 'Table-level read throughput limit', Value: 40_000 },
];

/** The service that the emulator does not have, on loopback. */
export interface QuotasServer {
  readonly url: string;
  /** Replaces the values of the quotas whose name begins so. */
  set(name: string, value: number): void;
  stop(): Promise<void>;
}

const request = z.object({ ServiceCode: z.string(), NextToken: z.string().optional() });

/** Starts a server that lists quotas as Service Quotas does, one on each page. */
export async function startQuotas(): Promise<QuotasServer> {
  let listed = DEFAULTS;
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (part: Buffer) => {
      body += part.toString();
    });
    incoming.on('end', () => {
      const { ServiceCode, NextToken = '0' } = request.parse(JSON.parse(body));
      const own = listed.filter((one) => one.ServiceCode === ServiceCode);
      const position = Number(NextToken);
      const next = position + 1 < own.length ? { NextToken: String(position + 1) } : {};
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ Quotas: own.slice(position, position + 1), ...next }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server of quotas does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    set(name, value) {
      listed = listed.map((one) => (one.QuotaName.startsWith(name) ? { ...one, Value: value } : one));
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
