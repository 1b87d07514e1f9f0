import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '#shared/api/base-path';

export interface Credentials {
  /** Origin of the API without a path. */
  readonly origin: string;
  readonly apiKey: string;
  readonly partnerId: string;
}

/** Speaks to the API as a partner does. @throws Error of every answer that is no success */
export class Partner {
  constructor(readonly credentials: Credentials) {}

  /** @returns the data of the answer */
  async send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const { origin, apiKey } = this.credentials;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${origin}${BASE_PATH}${path}`, {
      method,
      headers: { 'partner-api-key': apiKey, ...content, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).data;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.send('POST', path, body);
  /** Posts with an idempotency key. */
  create(path: string, body: unknown) {
    return this.send('POST', path, body, { 'idempotency-key': crypto.randomUUID() });
  }

  async newUser(fields: object = {}): Promise<string> {
    const email = `user-${crypto.randomUUID()}@example.com`;
    return (await this.post('/users', { type: 'INDIVIDUAL', email, ...fields })).userId;
  }

  /** Has a user verified, and does not wait for it. */
  verify(userId: string) {
    return this.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
  }

  async untilVerified(userId: string): Promise<void> {
    await until(async () => (await this.get(`/users/${userId}`)).kycStatus === 'VERIFIED');
  }

  /** Waits until a list has so many rows. */
  untilCount(list: string, count: number): Promise<void> {
    return until(async () => (await this.get(list)).count === count);
  }
}

/** The body of a cross-ramp of 2000.01 MXN to a dollar account. */
export function crossRamp(userId: string) {
  const address = { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' };
  const accountHolder = { firstName: 'Ana', lastName: 'García' };
  const account = { accountIdentifier: '123456789012', bankName: 'First Bank', routingNumber: '021000021' };
  const targetBankAccount = { ...account, accountHolder, address };
  return { userId, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01, targetBankAccount };
}

/** Waits until a condition holds. @throws Error after five minutes */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 300_000;
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error(`Waited in vain for ${condition}`);
    await sleep(20);
  }
}
