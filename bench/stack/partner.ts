import { ApiClient, until, usAccount } from '#local/partner/api-client';

export interface Credentials {
  /** Origin of the API without a path. */
  readonly origin: string;
  readonly apiKey: string;
  readonly partnerId: string;
}

/** Speaks to the API as a partner does. @throws Error of every answer that is no success */
export class Partner {
  readonly #client: ApiClient;

  constructor({ origin, apiKey, partnerId }: Credentials) {
    this.#client = new ApiClient(origin, apiKey, partnerId);
  }

  /** @returns the data of the answer */
  async send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const answer = await this.#client.send(method, path, body, { headers });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.send('POST', path, body);
  /** Posts with an idempotency key. */
  create(path: string, body: unknown) {
    return this.send('POST', path, body, { 'idempotency-key': crypto.randomUUID() });
  }

  verifiedUser = () => this.#client.verifiedUser();

  /** Registers a user and has it verified, and does not wait for it. */
  async submitUser(): Promise<string> {
    const userId = await this.#client.newUser();
    await this.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
    return userId;
  }

  /** Waits until a list has so many rows. */
  untilCount(list: string, count: number): Promise<void> {
    return until(async () => (await this.get(list)).count === count, 300_000);
  }
}

/** The body of a cross-ramp of 2000.01 MXN to a dollar account. */
export function crossRamp(userId: string) {
  const price = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 };
  return { userId, ...price, targetBankAccount: usAccount };
}
