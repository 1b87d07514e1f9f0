/** Replaces crash-point.ts in a build. The bundler removes calls of an empty function, including the arguments. */
export function crashPoint(_name: string): void {}
