import type { BodyInput, ContractById, ContractId } from '#scripts/docs/contracts';
import type { ResponseData } from '#shared/api/response-schemas';

export interface Example<Id extends ContractId> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: BodyInput<ContractById<Id>>;
  readonly data: ResponseData<ContractById<Id>['response']>;
}
