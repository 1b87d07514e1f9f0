/** A small pseudo-random generator (mulberry32): the same seed gives the same numbers. */
export class Chance {
  constructor(private state: number) {}

  /** A fraction from 0 up to 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** One of several. @throws Error if there is none */
  pick<T>(values: readonly T[]): T {
    const value = values[this.between(0, values.length - 1)];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  }

  /** An independent generator, so that the numbers of one part do not depend on how many another draws. */
  fork(): Chance {
    return new Chance(Math.floor(this.fraction() * 4_294_967_296));
  }
}
