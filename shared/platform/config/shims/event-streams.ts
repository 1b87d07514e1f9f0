/**
 * Replaces the SDK's event streams (responses that are a stream of messages). None of our calls uses event streams, but the
 * protocol code of every SDK client imports this class.
 */
export class EventStreamSerde {
  constructor() {
    throw unavailable();
  }
}

export function eventStreamSerdeProvider(): never {
  throw unavailable();
}

function unavailable(): Error {
  return new Error('Event streams are not part of a bundle: see infra/build/shims.ts');
}
