const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns true if a value has the format of the service's ids. */
export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/** Maps values of the examples to the values of this run. */
export class ExampleValues extends Map<string, string> {
  apply<T>(value: T): T;
  apply(value: unknown): unknown {
    if (typeof value === 'string') return this.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.apply(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.apply(inner)]));
  }

  /** For each id in the example that the map does not contain, stores the id at the same position in the response. */
  learn(example: unknown, response: unknown): void {
    if (typeof example === 'string' && typeof response === 'string') {
      if (isId(example) && !this.has(example)) this.set(example, response);
    } else if (example instanceof Object && response instanceof Object) {
      const returned = new Map<string, unknown>(Object.entries(response));
      for (const [name, inner] of Object.entries(example)) this.learn(inner, returned.get(name));
    }
  }
}
