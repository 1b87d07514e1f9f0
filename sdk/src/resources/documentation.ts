import type { Data } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** The document of the API. */
export class Documentation extends Resource {
  /** Reads the OpenAPI document. */
  getOpenApi(options?: RequestOptions): RampPromise<Data<'getOpenApi'>> {
    return this.transport.send('getOpenApi', {}, options);
  }
}
