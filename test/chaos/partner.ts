import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';

const ANSWER_WITHIN_MS = 20_000;
const PAUSE_MS = 150;

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** A client of a stack that may be killed at any moment. */
export class Partner {
  private stopped = false;
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  /** Ends all requests that are being repeated. */
  giveUp(): void {
    this.stopped = true;
  }

  /** One request; `undefined` when no answer came. */
  async once(
    method: string,
    path: string,
    { body, key }: { readonly body?: unknown; readonly key?: string } = {},
  ): Promise<Reply | undefined> {
    try {
      const response = await fetch(`${this.baseUrl}/api/partner/v2${path}`, {
        method,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        headers: {
          'partner-api-key': this.apiKey,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      // The stack is down, or was killed before it answered.
      return undefined;
    }
  }

  /**
   * The same request until it is answered with other than a server error.
   * @throws Error when the run is over before
   */
  async untilAnswered(...request: Parameters<Partner['once']>): Promise<Reply> {
    for (;;) {
      const reply = await this.once(...request);
      if (reply !== undefined && reply.status < 500 && reply.status !== 429) return reply;
      if (this.stopped) throw new Error(`${request[0]} ${request[1]} was never answered`);
      await sleep(PAUSE_MS);
    }
  }

  /** Registers a user and waits until it is verified. */
  async verifiedUser(): Promise<string> {
    const email = `user-${randomUUID()}@example.com`;
    const created = await this.untilAnswered('POST', '/users', { body: { type: 'INDIVIDUAL', email } });
    const { userId } = z.object({ data: z.object({ userId: z.string() }) }).parse(JSON.parse(created.text)).data;
    const names = { country: 'MX', firstName: 'Ana', lastName: 'García' };
    await this.untilAnswered('POST', `/users/${userId}/kyc`, { body: names });
    for (;;) {
      const { text } = await this.untilAnswered('GET', `/users/${userId}`);
      if (text.includes('"kycStatus":"VERIFIED"')) return userId;
      await sleep(PAUSE_MS);
    }
  }
}
