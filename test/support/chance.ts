/** A small pseudo-random generator (mulberry32). The same seed gives the same numbers. */
export class Chance {
  constructor(private state: number) {}

  /** Returns a fraction from 0 to below 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns a whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** Returns a random value of a list. @throws Error if the list is empty */
  pick<T>(values: readonly T[]): T {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  }

  /** Returns a new generator. Its numbers do not depend on how many numbers this generator returns later. */
  fork(): Chance {
    return new Chance(Math.floor(this.fraction() * 4_294_967_296));
  }
}
