import { ApiClient, type ApiResponse } from '#local/partner/api-client';

/** The API's URL, and a partner's id and API key. */
export type Credentials = Pick<ApiClient, 'baseUrl' | 'apiKey' | 'partnerId'>;

/** Calls the API as a partner. @throws Error if the response status is 400 or higher */
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
