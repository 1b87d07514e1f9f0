const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What stands in the examples → what stands in its place in this run. */
export class Told {
  readonly #real = new Map<string, string>();

  set(example: string, real: string): void {
    this.#real.set(example, real);
  }

  /** The text of a value, with this run's ids and addresses. */
  text(value: string | number): string {
    return this.#real.get(String(value)) ?? String(value);
  }

  /** A value with this run's ids and addresses wherever they stand in it. */
  value(example: unknown): unknown {
    if (typeof example === 'string') return this.text(example);
    if (Array.isArray(example)) return example.map((item) => this.value(item));
    if (typeof example !== 'object' || example === null) return example;
    return Object.fromEntries(Object.entries(example).map(([name, inner]) => [name, this.value(inner)]));
  }

  /** Takes ids that the example has and no answer has told yet from the answer in its place. */
  learn(example: unknown, answer: unknown): void {
    if (typeof example === 'string') {
      if (typeof answer === 'string' && ID.test(example) && !this.#real.has(example))
        this.set(example, answer);
      return;
    }
    if (typeof example !== 'object' || example === null || typeof answer !== 'object' || answer === null)
      return;
    const answered = new Map<string, unknown>(Object.entries(answer));
    for (const [name, inner] of Object.entries(example)) this.learn(inner, answered.get(name));
  }
}
