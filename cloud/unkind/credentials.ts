/** Temporary credentials, in the forms of a container's address (`Token`) and of a credential process (`SessionToken`). */
export interface Issued {
  readonly Version: 1;
  readonly AccessKeyId: string;
  readonly SecretAccessKey: string;
  readonly Token: string;
  readonly SessionToken: string;
  /** ISO 8601. */
  readonly Expiration: string;
}

const LIFE_MS = 3_600_000;

/** Gives out session tokens, a new one for each request, and knows which of them have expired. */
export class TokenOffice {
  readonly #isExpired = new Map<string, boolean>();

  issue(): Issued {
    const Token = `unkind-session-${this.#isExpired.size + 1}`;
    this.#isExpired.set(Token, false);
    return {
      Version: 1,
      AccessKeyId: 'ASIA0UNKIND0000000000',
      SecretAccessKey: 'unkind-secret',
      Token,
      SessionToken: Token,
      Expiration: new Date(Date.now() + LIFE_MS).toISOString(),
    };
  }

  /** Takes the token of a role that the cloud behind has given. */
  accept(token: string): void {
    this.#isExpired.set(token, false);
  }

  expire(token: string): void {
    this.#isExpired.set(token, true);
  }

  /** @returns why a request with this token is refused; undefined where it is not */
  refusal(token: string | undefined): 'without-token' | 'unknown-token' | 'expired-token' | undefined {
    if (token === undefined) return 'without-token';
    const isExpired = this.#isExpired.get(token);
    if (isExpired === undefined) return 'unknown-token';
    return isExpired ? 'expired-token' : undefined;
  }
}
