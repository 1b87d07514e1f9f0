import type { Data } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** The documents of the API. */
export class Documentation extends Resource {
  /** Reads the OpenAPI document. */
  getOpenApi(options?: RequestOptions): RampPromise<Data<'getOpenApi'>> {
    return this.transport.send('getOpenApi', {}, options);
  }

  /** Reads the reference page, in HTML. */
  getReference(options?: RequestOptions): RampPromise<Data<'getReference'>> {
    return this.transport.send('getReference', {}, options);
  }

  /** Reads a file of the reference page. */
  getReferenceAsset(asset: string, options?: RequestOptions): RampPromise<Data<'getReferenceAsset'>> {
    return this.transport.send('getReferenceAsset', { path: { asset } }, options);
  }
}
