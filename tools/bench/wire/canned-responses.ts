import type { Call, WireRequest } from '#test/support/metering/http-calls';

/**
 * Finds recorded responses by the operation and keys of a request. If no recorded call has these keys, for example for a new id,
 * returns the responses of the operation in order.
 */
export class CannedResponses {
  readonly #calls: readonly (readonly [call: Call, subject: string])[];
  #given = new Set<Call>();

  constructor(calls: readonly Call[]) {
    this.#calls = calls.map((call) => [call, subject(call)]);
  }

  /** Starts an invocation. All responses are available again. */
  begin(): void {
    this.#given = new Set();
  }

  /**
   * Returns the recorded call for a request.
   * @throws Error if no recorded call has the request's keys, and every call of its operation is already used
   */
  find(request: WireRequest): Call {
    const requested = subject(request);
    const same = this.#calls.filter(([, own]) => own === requested);
    const alike = this.#calls.filter(([{ target, method }]) => target === request.target && method === request.method);
    const isFree = ([call]: readonly [Call, string]) => !this.#given.has(call);
    const [found] = same.find(isFree) ?? same[0] ?? alike.find(isFree) ?? [];
    if (found === undefined) throw new Error(`No response is recorded for ${request.target} ${request.path}`);
    this.#given.add(found);
    return found;
  }
}

/** Returns the text by which `find` compares requests: the operation, and its keys or the number of its `TransactItems`. */
function subject({ method, path, target, body }: WireRequest): string {
  if (!target.startsWith('DynamoDB')) return `${method} ${path.split('?')[0]} ${target}`;
  const { Key, RequestItems, ExpressionAttributeValues, Select, TransactItems } = JSON.parse(body);
  const keys = Key ?? RequestItems ?? ExpressionAttributeValues?.[':partition'] ?? TransactItems?.length;
  return `${target} ${Select ?? ''} ${JSON.stringify(keys)}`;
}
