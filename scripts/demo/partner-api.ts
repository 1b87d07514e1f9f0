import * as z from 'zod/mini';
import { JourneyError } from '#scripts/demo/journey-error';
import { BASE_PATH } from '#shared/api/base-path';

/** A good answer: its data, and what else of it matters. */
export interface Answer<T> {
  readonly data: T;
  /** The body as it came. */
  readonly text: string;
  readonly headers: Headers;
}

export interface Call<S extends z.ZodMiniType> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the base path. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the data must look like. */
  readonly data: S;
}

/** A refusal that is part of the journey. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** No answer takes longer: the gateway itself gives up after 29 s. */
const ANSWER_MS = 30_000;

const problem = z.object({ code: z.string(), message: z.string() });

/** Speaks to the API as a partner does. */
export class PartnerApi {
  readonly #origin: string;
  readonly #apiKey: string;

  constructor(origin: string, apiKey: string) {
    this.#origin = origin.replace(/\/+$/, '');
    this.#apiKey = apiKey;
  }

  /** @throws JourneyError when the answer is no success of the expected form */
  async call<S extends z.ZodMiniType>(call: Call<S>): Promise<Answer<z.output<S>>> {
    const what = `${call.method} ${call.path}`;
    const { response, text } = await this.#send(call, what);
    const body = parsed(text);
    if (!response.ok) {
      const { data: refusal } = problem.safeParse(body);
      const why = refusal === undefined ? '' : `: ${refusal.code}, ${refusal.message}`;
      throw new JourneyError(`${what} was answered ${response.status}${why}`);
    }
    const { success, data: envelope } = z.object({ success: z.literal(true), data: z.unknown() }).safeParse(body);
    const read = call.data.safeParse(envelope?.data);
    if (!success || !read.success) throw new JourneyError(`${what} was answered in an unexpected form`);
    return { data: read.data, text, headers: response.headers };
  }

  /**
   * Calls where the API has to say no.
   * @returns the refusal in its own words
   * @throws JourneyError when the answer is a success or another refusal
   */
  async expectRefusal(call: Omit<Call<z.ZodMiniType>, 'data'>, expected: Refusal): Promise<string> {
    const what = `${call.method} ${call.path}`;
    const { response, text } = await this.#send(call, what);
    const { data: refusal } = problem.safeParse(parsed(text));
    if (response.status !== expected.status || refusal?.code !== expected.code) {
      const answered = refusal === undefined ? response.status : `${response.status} ${refusal.code}`;
      throw new JourneyError(`${what} was answered ${answered} instead of ${expected.status} ${expected.code}`);
    }
    return refusal.message;
  }

  async #send(call: Omit<Call<z.ZodMiniType>, 'data'>, what: string): Promise<{ response: Response; text: string }> {
    try {
      const response = await fetch(`${this.#origin}${BASE_PATH}${call.path}`, {
        method: call.method,
        headers: {
          'partner-api-key': this.#apiKey,
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return { response, text: await response.text() };
    } catch (cause) {
      throw new JourneyError(`${what}: ${this.#origin} does not answer`, { cause });
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
