import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from '#cloud/programs';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** Python program that fails below version 3.10, the minimum for the emulator. */
const PYTHON_CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/** Patches of the emulator's source code, with reasons. */
const PATCHES = [
  {
    why: 'an updated nested stack keeps the attributes of unchanged resources, because other stacks refer to them',
    file: 'services/cloudformation/provisioners.py',
    before: 'old_tagged, new_tagged, child_name, child_logical_id,\n',
    after: 'old_tagged, new_tagged, child_name, child_logical_id, prev.get("Attributes"),\n',
  },
  {
    why: 'the event of a request contains the host name of the gateway, as in AWS',
    file: 'services/apigateway_v1.py',
    before: '            "path": f"/{stage_name}{request_path}",\n',
    after:
      '            "path": f"/{stage_name}{request_path}",\n' +
      '            "domainName": f"{api_id}.execute-api.{get_region()}.amazonaws.com",\n',
  },
  {
    why: 'an event source mapping that a template disables has the State Disabled, which the operator tool reads',
    file: 'services/cloudformation/provisioners.py',
    before: '        "State": "Enabled",\n        "StateTransitionReason": "USER_INITIATED",\n',
    after:
      '        "State": "Enabled" if props.get("Enabled", True) else "Disabled",\n' +
      '        "StateTransitionReason": "USER_INITIATED",\n',
  },
  {
    why: 'deletion protection and tags of the only replica apply to its table',
    file: 'services/cloudformation/provisioners.py',
    before: '    translated.pop("Replicas", None)\n',
    after:
      '    [replica] = translated.pop("Replicas")\n' +
      '    translated.update({name: replica[name] for name in ("DeletionProtectionEnabled", "Tags") if name in replica})\n',
  },
  {
    why: 'an update of a table changes its deletion protection and keeps its name',
    file: 'services/cloudformation/provisioners.py',
    before: '    translated = dict(new_props)\n    for prop in ("Replicas", "MultiRegionConsistency",',
    after:
      '    translated = dict(new_props)\n' +
      '    translated["DeletionProtectionEnabled"] = new_props["Replicas"][0].get("DeletionProtectionEnabled", False)\n' +
      '    translated["TableName"] = physical_id\n' +
      '    old_props = {**old_props, "TableName": physical_id}\n' +
      '    for prop in ("Replicas", "MultiRegionConsistency",',
  },
  {
    why: 'a nested stack that cannot be created deletes its resources',
    file: 'services/cloudformation/provisioners.py',
    before: '                       f"{status_prefix}_FAILED", str(exc))\n            raise\n',
    after:
      '                       f"{status_prefix}_FAILED", str(exc))\n' +
      '            if not is_update:\n' +
      '                _cfn_nested_stack_delete(child_name, {})\n' +
      '            raise\n',
  },
  {
    why: 'CloudFormation cannot delete a protected table',
    file: 'services/cloudformation/provisioners.py',
    before: 'def _ddb_delete(physical_id, props):\n',
    after:
      'def _ddb_delete(physical_id, props):\n' +
      '    if _dynamodb._tables.get(physical_id, {}).get("DeletionProtectionEnabled"):\n' +
      '        raise ValueError(f"{physical_id} is protected against deletion")\n',
  },
  {
    why: 'a domain name is refused if its certificate does not exist in the account',
    file: 'services/apigateway_v1.py',
    before: '        return _v1_error("BadRequestException", "Domain name is required", 400)\n',
    after:
      '        return _v1_error("BadRequestException", "Domain name is required", 400)\n' +
      '    from ministack.services import acm\n' +
      '    if data.get("regionalCertificateArn") not in acm._certificates:\n' +
      '        return _v1_error("BadRequestException", "The certificate does not exist", 400)\n',
  },
  {
    why: '/opt in a variable of a function becomes the folder of its layer, because the emulator extracts layers elsewhere',
    file: 'core/lambda_runtime.py',
    before: '        spawn_env = {**os.environ, **env_vars}\n',
    after:
      '        moved = {name: layers_dirs[0] for name, value in env_vars.items() if layers_dirs and value == "/opt"}\n' +
      '        env_vars.update(moved)\n' +
      '        spawn_env = {**os.environ, **env_vars}\n',
  },
  {
    why: "the gateway's own responses contain the request id, although the emulator ignores the gateway responses of the OpenAPI document",
    file: 'services/apigateway_v1.py',
    before: '    headers["x-amzn-requestid"] = request["request_id"]\n',
    after:
      '    headers["x-amzn-requestid"] = request["request_id"]\n' +
      '    headers.setdefault("x-request-id", request["request_id"])\n',
  },
] as const;

/**
 * Installs the pinned packages and patches, unless they are installed. Returns the path of the emulator's program.
 * @throws ProgramFailed if Python is missing or too old, or packages cannot be installed
 * @throws Error if the emulator's source code does not match a patch
 */
export async function installEmulator(programs: Programs, folder: string): Promise<string> {
  const bin = (name: string) => join(folder, 'bin', name);
  const stamp = join(folder, 'installed.txt');
  const wanted = `${readFileSync(REQUIREMENTS, 'utf8')}${JSON.stringify(PATCHES)}`;
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    await programs.succeed({ name: 'python', command: 'python3', args: ['-c', PYTHON_CHECK] });
    await programs.succeed({ name: 'venv', command: 'python3', args: ['-m', 'venv', '--clear', folder] });
    const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--disable-pip-version-check'];
    await programs.succeed({
      name: 'pip',
      command: bin('python'),
      args: [...install, '--requirement', REQUIREMENTS],
      environment: packageIndex(),
    });
    const where = await programs.succeed({
      name: 'emulator-folder',
      command: bin('python'),
      args: ['-c', 'import pathlib, ministack; print(pathlib.Path(ministack.__file__).parent)'],
    });
    for (const change of PATCHES) patch(where.trim(), change);
    writeFileSync(stamp, wanted);
  }
  return bin('ministack');
}

/** Returns the shell's variables that configure the package index and proxies. */
function packageIndex(): Record<string, string> {
  const names = /^(PIP_|HTTPS?_PROXY|NO_PROXY|SSL_CERT_|REQUESTS_CA_)/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && names.test(name) ? [[name, value]] : [],
    ),
  );
}

/** Replaces a text in the emulator's source code. @throws Error if the file does not contain the text exactly once */
function patch(folder: string, { why, file, before, after }: (typeof PATCHES)[number]): void {
  const path = join(folder, file);
  const [head, tail, ...more] = readFileSync(path, 'utf8').split(before);
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error(
      `${path} does not contain the line to patch exactly once. Test the following without the patch, then remove or ` +
        `change the patch: ${why}`,
    );
  writeFileSync(path, `${head}${after}${tail}`);
}
