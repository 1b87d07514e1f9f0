import { type Answer, ApiClient, until } from '#local/partner/api-client';

/** A partner's key and where the API is. */
export type Credentials = Pick<ApiClient, 'baseUrl' | 'apiKey' | 'partnerId'>;

/** Speaks to the API as a partner does. @throws Error of every answer that is no success */
export class Partner extends ApiClient {
  constructor({ baseUrl, apiKey, partnerId }: Credentials) {
    super(baseUrl, apiKey, partnerId);
  }

  override async send(...sent: Parameters<ApiClient['send']>): Promise<Answer> {
    const answer = await super.send(...sent);
    if (answer.status >= 400) throw new Error(`${sent[0]} ${sent[1]}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Posts with an idempotency key. */
  create(path: string, body: unknown): Promise<Answer> {
    return this.post(path, body, { headers: { 'idempotency-key': crypto.randomUUID() } });
  }

  /** Registers a user and has it verified, and does not wait for it. */
  async submitUser(): Promise<string> {
    const userId = await this.newUser();
    await this.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
    return userId;
  }

  /** Waits until a list has so many rows. */
  untilCount(list: string, count: number): Promise<void> {
    return until(async () => (await this.get(list)).body.data.count === count, 300_000);
  }
}
