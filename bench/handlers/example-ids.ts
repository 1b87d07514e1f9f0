const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Ids and addresses of the documentation's examples, and what stands in their place in this run. */
export class ExampleIds extends Map<string, string> {
  text(value: unknown): string {
    return this.get(String(value)) ?? String(value);
  }

  /** A value with this run's ids and addresses wherever they stand in it. */
  value(example: unknown): unknown {
    return JSON.parse(JSON.stringify(example), (_, value) => this.get(value) ?? value);
  }

  /** Takes the ids that stand in an answer where the example has unknown ones. */
  learn(example: unknown, answer: unknown): void {
    if (typeof example === 'string' && typeof answer === 'string') {
      if (ID.test(example) && !this.has(example)) this.set(example, answer);
    } else if (example instanceof Object && answer instanceof Object) {
      const answered = new Map<string, unknown>(Object.entries(answer));
      for (const [name, inner] of Object.entries(example)) this.learn(inner, answered.get(name));
    }
  }
}
