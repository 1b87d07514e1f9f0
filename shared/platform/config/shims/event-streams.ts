/**
 * Replaces the SDK's event streams, which none of our operations uses: only other services respond with a stream of
 * messages. The SDK names them in every client's protocol.
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
