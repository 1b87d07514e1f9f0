/** Declarations that the owners of a business sign. */
import type { SignatureEntry } from '#sdk/generated/openapi';
import { Section } from '../../components/section';
import { Table } from '../../components/table';
import type { Fields } from '../../components/values';
import { Action, Choice } from '../action';
import { isSandbox, ramp } from '../api';

interface OwnersFacts {
  readonly userId: string;
  readonly owners: readonly SignatureEntry[];
}

/** Returns an owner as a table row, without the signing link: anyone with the link can sign. */
function ownerRow({ associatedPersonId: id, name, status, signedAt, nameDiffers, error }: SignatureEntry): Fields {
  return { id, name, status, signedAt, nameDiffers, error };
}

export function Signatures({ userId, owners }: OwnersFacts) {
  const open = owners.filter(({ status }) => status === 'PENDING');
  return (
    <Section title="Signatures of the owners">
      <Table rows={owners.map(ownerRow)} about="Signatures of the owners" />
      {isSandbox() && open.length > 0 && <End userId={userId} owners={open} />}
    </Section>
  );
}

function End({ userId, owners }: OwnersFacts) {
  const run = async (form: FormData) => {
    const personId = String(form.get('person'));
    const result = String(form.get('result'));
    if (result === 'SIGNED') await ramp.sandbox.signDeclaration(userId, personId);
    else await ramp.sandbox.expireDeclaration(userId, personId);
    return `The declaration is ${result}.`;
  };
  return (
    <p>
      <Action title="Sign or expire a declaration" about="In the sandbox only. Signs for the owner." run={run}>
        <Choice
          name="person"
          label="Owner"
          choices={Object.fromEntries(owners.map(({ associatedPersonId, name }) => [associatedPersonId, name]))}
        />
        <Choice name="result" label="Result" choices={{ SIGNED: 'SIGNED', EXPIRED: 'EXPIRED' }} />
      </Action>
    </p>
  );
}
