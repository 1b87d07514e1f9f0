import methods from './sdk-methods.json';

/** The methods of the TypeScript client by the operation that each sends, as `resource.method`. */
export const sdkMethods: Readonly<Record<string, string>> = methods;
