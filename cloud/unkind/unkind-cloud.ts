import type { Chance } from '#local/chance';
import { type AwsCall, toCall, type WireAnswer, type WireRequest } from './calls';
import { type Issued, TokenOffice } from './credentials';
import { forward, type Upstream } from './forward';
import { FreshNames, HIDDEN_MS } from './fresh-names';
import { Pages } from './pages';
import { refuse } from './refusals';
import { Throttle } from './throttle';

/** One answer in so many is lost. */
const LOST_ONE_IN = 50;
/** The first session token expires at one of these requests. */
const EXPIRES_AT = { least: 20, most: 60 } as const;
/** Programs that fetch credentials once: they end where a token expires before its time, and nothing can be set about it. */
const FETCHES_ONCE = /\baws-cdk\b/i;

/** In the answer of AssumeRole, by which the CDK's command line takes its roles. */
const ROLE_TOKEN = /<SessionToken>([^<]+)<\/SessionToken>/;

/** Draws that the unkind cloud makes. */
export type Draws = Pick<Chance, 'happens' | 'between'>;

export interface UnkindOptions {
  readonly upstream: Upstream;
  /** A seeded one does the same to the same requests in the same order. */
  readonly chance: Draws;
  /** @default the rates that AWS documents */
  readonly throttle?: Pick<Throttle, 'take'>;
}

/** Number of times that each unkindness came. */
export interface Unkindness {
  readonly requests: number;
  readonly throttled: number;
  readonly lost: number;
  readonly nextPages: number;
  readonly hidden: number;
  readonly withoutToken: number;
  readonly expired: number;
}

/**
 * Treats callers as AWS does on its control plane and an emulator does not: it throttles, lists in pages, does not see yet
 * what was just made, loses answers, and wants a session token that expires.
 */
export class UnkindCloud {
  readonly #upstream: Upstream;
  readonly #chance: Draws;
  readonly #throttle: Pick<Throttle, 'take'>;
  readonly #expiresAt: number;
  readonly #tokens = new TokenOffice();
  readonly #pages = new Pages();
  readonly #fresh = new FreshNames();
  /** Answers that were lost, by the token with which a caller repeats a request without doing it twice. */
  readonly #unseen = new Map<string, WireAnswer>();
  readonly #count = { requests: 0, throttled: 0, lost: 0, nextPages: 0, hidden: 0, withoutToken: 0, expired: 0 };
  #hasExpired = false;

  constructor({ upstream, chance, throttle = new Throttle() }: UnkindOptions) {
    this.#upstream = upstream;
    this.#chance = chance;
    this.#throttle = throttle;
    this.#expiresAt = this.#chance.between(EXPIRES_AT.least, EXPIRES_AT.most);
  }

  get counted(): Unkindness {
    return { ...this.#count };
  }

  /** Gives credentials with a session token of their own. */
  issue(): Issued {
    return this.#tokens.issue();
  }

  /** Answers a request. @returns undefined where the answer is lost: the request was carried out */
  async answer(request: WireRequest): Promise<WireAnswer | undefined> {
    this.#count.requests += 1;
    // Drawn for every request, so that what happens to one does not depend on what happened to others.
    const isLost = this.#chance.happens(1 / LOST_ONE_IN);
    const pageSize = this.#chance.between(1, 2);
    const call = toCall(request);
    if (call === undefined) return this.#refuseUnsigned();
    const refusal = this.#refusal(call, request);
    if (refusal !== undefined) return refusal;
    const answer = await this.#carryOut(call, { request, pageSize });
    if (!isLost) return answer;
    this.#count.lost += 1;
    const key = repeatKey(call);
    if (key !== undefined) this.#unseen.set(key, answer);
    return undefined;
  }

  #refusal(call: AwsCall, { headers }: WireRequest): WireAnswer | undefined {
    const { sessionToken } = call;
    if (sessionToken !== undefined && this.#mayExpire(String(headers['user-agent']))) {
      this.#hasExpired = true;
      this.#tokens.expire(sessionToken);
    }
    const kind = this.#tokens.refusal(sessionToken);
    if (kind !== undefined) {
      this.#count[kind === 'expired-token' ? 'expired' : 'withoutToken'] += 1;
      return refuse(call, kind);
    }
    if (!this.#throttle.take(call)) {
      this.#count.throttled += 1;
      return refuse(call, 'throttled');
    }
    if (!this.#fresh.hides(call)) return undefined;
    this.#count.hidden += 1;
    return refuse(call, 'absent');
  }

  #mayExpire(agent: string): boolean {
    return !this.#hasExpired && this.#count.requests >= this.#expiresAt && !FETCHES_ONCE.test(agent);
  }

  async #carryOut(
    call: AwsCall,
    sent: { readonly request: WireRequest; readonly pageSize: number },
  ): Promise<WireAnswer> {
    const repeated = this.#unseen.get(repeatKey(call) ?? '');
    if (repeated !== undefined) return repeated;
    const next = this.#pages.next(call, sent.pageSize);
    if (next !== undefined) {
      this.#count.nextPages += 1;
      return next;
    }
    const answer = await forward(this.#upstream, call, sent);
    if (answer.status < 300) this.#fresh.note(call);
    const [, roleToken] = call.service === 'sts' ? (ROLE_TOKEN.exec(answer.body.toString('utf8')) ?? []) : [];
    if (roleToken !== undefined) this.#tokens.accept(roleToken);
    const fromMs = Date.now() - HIDDEN_MS;
    return this.#pages.first(call, answer, sent.pageSize, ({ text, createdMs = 0 }) => {
      const isVisible = createdMs <= fromMs && !this.#fresh.hidesItem(call, text);
      if (!isVisible) this.#count.hidden += 1;
      return isVisible;
    });
  }

  /** Refuses a request that is not signed, and so names no service. */
  #refuseUnsigned(): WireAnswer {
    this.#count.withoutToken += 1;
    const call: AwsCall = {
      service: '',
      operation: '',
      protocol: 'query',
      parameters: new Map(),
      sessionToken: undefined,
    };
    return refuse(call, 'without-token');
  }
}

/** Services do what has such a token once, and repeat their answer: `ClientRequestToken` of CloudFormation and of DynamoDB's transactions. */
function repeatKey({ service, operation, parameters }: AwsCall): string | undefined {
  const token = parameters.get('ClientRequestToken') ?? parameters.get('ClientToken');
  return token === undefined ? undefined : `${service} ${operation} ${token}`;
}
