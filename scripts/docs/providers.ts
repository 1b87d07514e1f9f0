/** The settings of the providers, where deployers find them: in the production example and in the table of docs/deploy.md. */
import { reportingProviders } from '#infra/config/stage-settings';
import { isOptionalProvider, type Provider, providers } from '#shared/providers/registry';

/** Puts the settings of every provider that production needs into the text of the production example. */
export function withExampleSettings(example: string): string {
  const settings = {
    ...Object.fromEntries(
      providers
        .filter(({ setting }) => !isOptionalProvider(setting))
        .map((provider) => [provider.setting, exampleSettings(provider)]),
    ),
    events: Object.fromEntries(
      reportingProviders.map(({ name, setting }) => [setting, { secretArn: exampleArn(`events-${name}`) }]),
    ),
  };
  const text = JSON.stringify(settings, null, 2).replaceAll('\n', '\n  ');
  return replaceOnce(example, /^ {2}"providers": \{\n.*?^ {2}\}/ms, `  "providers": ${text}`);
}

function exampleSettings(provider: Provider) {
  return {
    url: `https://${provider.name}.example.com/v1`,
    secretArn: exampleArn(provider.name),
    ...('maxAgeS' in provider && { maxAgeS: provider.maxAgeS.example }),
  };
}

function exampleArn(name: string): string {
  return `arn:aws:secretsmanager:us-east-1:111122223333:secret:partner-ramp/${name}-AbCdEf`;
}

/** Puts the rows of the providers into the table of settings. */
export function withSettingRows(guide: string): string {
  return replaceOnce(guide, /^(\| `providers\.\w+` .*\n)+/m, [...providers.map(row), eventsRow()].join(''));
}

function row(provider: Provider): string {
  const { name, setting, about } = provider;
  const contract = `([its contract](providers/${name}.openapi.yaml)).`;
  const what =
    'maxAgeS' in provider
      ? `\`url\`, \`secretArn\` and \`maxAgeS\` of ${about} ${contract} ${provider.maxAgeS.effect}`
      : `\`url\` and \`secretArn\` of ${about} ${contract}`;
  const absent = 'absent' in provider ? ` Absent: ${provider.absent}` : '';
  return `| \`providers.${setting}\` | ${what}${absent} |\n`;
}

function eventsRow(): string {
  const names = reportingProviders.map(({ setting }) => `\`${setting}\``);
  const list = new Intl.ListFormat('en-GB').format(names);
  const what = `${list}, each with the \`secretArn\` of what this provider signs its reports with`;
  const contract = "([the entry's contract](providers/provider-events.openapi.yaml)); no two share one.";
  return `| \`providers.events\` | ${what} ${contract} A sandbox without any has no such entry. |\n`;
}

function replaceOnce(text: string, place: RegExp, replacement: string): string {
  if (!place.test(text)) throw new Error(`No place in the file matches ${place.source}`);
  return text.replace(place, () => replacement);
}
