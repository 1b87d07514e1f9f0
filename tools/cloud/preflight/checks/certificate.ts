import { unlessAbsent } from '#cloud/aws/clients';
import type { Check } from '../check';

/** Returns true if a certificate name matches a hostname. A wildcard matches the first label. */
function covers(name: string, host: string): boolean {
  return name === host || (name.startsWith('*.') && host.slice(host.indexOf('.') + 1) === name.slice(2));
}

export const certificate: Check = {
  id: 'certificate',
  asks: 'Is a certificate for the domain name issued in the Region of the API?',
  async run(place) {
    const { domain } = place.config;
    if (domain === undefined) return { found: 'the settings contain no domain' };
    const own = await look(place, domain, 'domain');
    if (domain.mutualTls === undefined || own.todo !== undefined) return own;
    const partners = await look(place, domain.mutualTls, 'domain.mutualTls');
    return { ...partners, found: `${own.found}; ${partners.found}` };
  },
};

/** Checks the certificate of a hostname. @param setting path of the setting with the hostname and the certificate */
async function look(
  { aws, region }: Parameters<Check['run']>[0],
  { certificateArn: CertificateArn, name }: { readonly certificateArn: string; readonly name: string },
  setting: string,
): ReturnType<Check['run']> {
  const [, , , own] = CertificateArn.split(':');
  const another = `put the ARN of an issued certificate for ${name} in ${region} into ${setting}.certificateArn`;
  if (own !== region) return { found: `the certificate is in ${own}, but the API is in ${region}`, todo: another };
  const { Certificate } = (await unlessAbsent(aws.acm.describeCertificate({ CertificateArn }))) ?? {};
  if (Certificate === undefined) return { found: `there is no certificate ${CertificateArn}`, todo: another };
  const { Status, DomainName = '', SubjectAlternativeNames = [], NotAfter } = Certificate;
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
  const until = NotAfter === undefined ? '' : `, until ${NotAfter.toISOString().slice(0, 10)}`;
  const found = `${Status}, for ${names.join(', ')}${until}`;
  if (Status === 'PENDING_VALIDATION')
    return {
      found,
      todo: 'validate the certificate: create the record that Certificate Manager shows, and wait for the status ISSUED',
    };
  if (Status !== 'ISSUED' || !names.some((one) => covers(one, name))) return { found, todo: another };
  return { found };
}
