/** What a build takes in place of crash-point.ts: the bundler removes calls of an empty function, arguments and all. */
export function crashPoint(_name: string): void {}
