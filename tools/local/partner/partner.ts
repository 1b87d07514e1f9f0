import { ApiClient, type ApiResponse } from '#local/partner/api-client';

/** A partner's key and where the API is. */
export type Credentials = Pick<ApiClient, 'baseUrl' | 'apiKey' | 'partnerId'>;

/** Speaks to the API as a partner does. @throws Error of every response that is no success */
export class Partner extends ApiClient {
  constructor({ baseUrl, apiKey, partnerId }: Credentials) {
    super(baseUrl, apiKey, partnerId);
  }

  override async send(...sent: Parameters<ApiClient['send']>): Promise<ApiResponse> {
    const response = await super.send(...sent);
    if (response.status >= 400) throw new Error(`${sent[0]} ${sent[1]}: ${response.status} ${response.text}`);
    return response;
  }
}
