export type PartnerRefusalCode = 'PARTNER_UNKNOWN' | 'KEY_UNKNOWN' | 'KEY_ENDED' | 'KEY_REPLACED' | 'TOO_MANY_KEYS';

/** A partner or its keys do not allow the change. Nothing was written. The message can be shown to the operator. */
export class PartnerChangeRefused extends Error {
  override readonly name = 'PartnerChangeRefused';
  constructor(
    readonly code: PartnerRefusalCode,
    message: string,
  ) {
    super(message);
  }
}

export const keyEnded = (message: string) => new PartnerChangeRefused('KEY_ENDED', message);
