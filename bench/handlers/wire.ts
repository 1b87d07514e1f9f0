/** Requests to a cloud's services as they go over the wire, kept so that the same answers can be given again. */

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** `x-amz-target`, e.g. `DynamoDB_20120810.GetItem`; empty for services that have none. */
  readonly target: string;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface RecordedCall {
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** Calls of one wave were in flight together; the next wave began when all of them had been answered. */
  readonly wave: number;
}

/**
 * Gives recorded answers. A request is known by its operation and the keys it names; what no key tells, such as the
 * write of a new id, takes the answers of its operation in their order.
 */
export class CannedAnswers {
  readonly #calls: readonly (RecordedCall & { readonly subject: string })[];
  #given = new Set<number>();

  constructor(calls: readonly RecordedCall[]) {
    this.#calls = calls.map((call) => ({ ...call, subject: subjectOf(call.request) }));
  }

  /** Starts an invocation: every answer can be given once more. */
  begin(): void {
    this.#given = new Set();
  }

  /** Position of the answer among the recorded calls. @throws Error when nothing like the request was recorded */
  find(request: WireRequest): number {
    const subject = subjectOf(request);
    const at = [
      this.#calls.findIndex((call, index) => call.subject === subject && !this.#given.has(index)),
      this.#calls.findIndex((call) => call.subject === subject),
      this.#calls.findIndex((call, index) => sameKind(call.request, request) && !this.#given.has(index)),
    ].find((index) => index >= 0);
    if (at === undefined) throw new Error(`No answer is on record for ${request.target} ${request.path}`);
    this.#given.add(at);
    return at;
  }

  answer(request: WireRequest): WireAnswer {
    const call = this.#calls[this.find(request)];
    if (call === undefined) throw new Error('No answer is on record');
    return call.answer;
  }
}

function sameKind(left: WireRequest, right: WireRequest): boolean {
  return left.target === right.target && left.method === right.method;
}

/** Operation and keys of a request, without what differs from time to time. */
function subjectOf({ method, path, target, body }: WireRequest): string {
  if (!target.startsWith('DynamoDB')) return `${method} ${path.split('?')[0]} ${target}`;
  const { Key, RequestItems, ExpressionAttributeValues, Select, TransactItems } = JSON.parse(body);
  const keys = Key ?? RequestItems ?? ExpressionAttributeValues?.[':partition'] ?? TransactItems?.length;
  return `${target} ${Select ?? ''} ${JSON.stringify(keys)}`;
}
