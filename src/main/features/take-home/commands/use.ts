import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ContractClient } from '../../../../shared/api/contract.ts'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { findWindowHolding } from '../../../../shared/replay/sweep-types.ts'
import type { UsePlan, WrittenSettings } from '../../../../shared/take-home/use-plan-types.ts'
import { formatFormHeadline, takeBackText } from '../../../../shared/take-home/use-words.ts'
import type { UseRequest } from '../../../../shared/take-home/uses-contract.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parseTokenSize } from '../../../terminal/arguments/numbers.ts'
import { readPolicyFile } from '../../../terminal/arguments/read-policy-file.ts'
import { readSettingsFile } from '../../../terminal/arguments/read-settings-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint use`. */
export function addUseCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'use',
    'Put a method into the settings of an agent, a request to a vendor, or code.',
    'use codex-local --for codex --at 120k --write',
  )
    .argument('<arm>', 'id of a method, or a policy of a file: policies.yaml#early')
    .requiredOption('--for <target>', 'agent, vendor or framework (a wrong one lists them all)')
    .option('--at <tokens>', 'size to condense at, as 120000 or 120k', parseTokenSize)
    .option(
      '--window <tokens>',
      'window of the model, as 200k or 1M (default: the first of these that holds --at)',
      parseTokenSize,
    )
    .option('--settings <file>', 'JSON file with settings, over those of the method')
    .option('--file <file>', 'file of settings in the place of the usual one of the agent')
    .option('--write', 'write the file, and keep what was there beside it')
    .action(run(useCommand))
}

type UseOptions = CommonOptions & {
  readonly for: string
  readonly at?: number
  readonly window?: number
  readonly settings?: string
  readonly file?: string
  readonly write?: boolean
}

/** What is used, before the target is known. */
type Used = Pick<UseRequest, 'arm' | 'settings' | 'at'>

/** `dewpoint use <arm>`. Resolves to 2 where the file of policies is not valid. */
async function useCommand(name: string, options: UseOptions, context: CommandContext): Promise<number> {
  const { folder } = context
  return withDewpoint(options, context, async ({ client }) => {
    const used = await resolveUsed(name, client, context)
    if (used === null) return 2
    const own =
      options.settings === undefined ? null : await readSettingsFile(resolve(folder, options.settings))
    const tokens = options.at ?? used.at?.tokens
    const windowTokens = options.window ?? used.at?.windowTokens ?? findWindowHolding(tokens ?? 0)
    const request: UseRequest = {
      arm: used.arm,
      target: options.for,
      settings: { ...used.settings, ...own },
      ...(tokens === undefined ? {} : { at: { tokens, windowTokens } }),
      ...(options.file === undefined ? {} : { file: resolve(folder, options.file) }),
    }
    const plan = await client.uses.plan(request)
    const written =
      options.write === true
        ? await client.uses.write({ ...request, sha256: plan.file?.sha256 ?? null })
        : null
    return printAnswer(options, context, buildFormJson(plan, written), () => buildForm(plan, written))
  })
}

/** An arm by its id, or a policy of a file; null where the file is not valid, which was said then. */
async function resolveUsed(
  name: string,
  client: ContractClient,
  context: CommandContext,
): Promise<Used | null> {
  const [, file = '', id] = /^(.*\.(?:ya?ml|json))(?:#(.+))?$/is.exec(name) ?? []
  if (file === '') return { arm: name }
  const read = await readPolicyFile(file, client, context)
  if (!read.ok) return null
  const policies = read.policies ?? []
  const policy =
    id === undefined && policies.length === 1 ? policies[0] : policies.find((one) => one.id === id)
  if (policy !== undefined) return resolveUsedPolicy(policy, client)
  throw new CliFailure({
    message: id === undefined ? 'The file has several policies' : `The file has no policy "${id}"`,
    where: name,
    hint: `Name one of: ${policies.map((one) => `${file}#${one.id}`).join(', ')}.`,
  })
}

async function resolveUsedPolicy(policy: ReplayPolicyEntry, client: ContractClient): Promise<Used> {
  const {
    arm,
    provider,
    preset,
    settings,
    window: windowTokens = usualTrigger.windowTokens,
    threshold,
  } = policy
  const arms = await client.arms.list()
  const found = arms.find(({ id, providerId, presetId }) =>
    arm === undefined ? providerId === provider && presetId === (preset ?? null) : id === arm,
  )
  if (found === undefined) throw makeNoArmFailure(policy)
  const prompt = policy.prompt === undefined ? {} : await buildPromptSettings(policy.prompt, client)
  const at =
    threshold === undefined
      ? {}
      : { at: { tokens: Math.round((threshold / 100) * windowTokens), windowTokens } }
  return { arm: found.id, settings: { ...settings, ...prompt }, ...at }
}

/** A prompt of the library, as the setting of an arm. */
async function buildPromptSettings(name: string, client: ContractClient): Promise<Settings> {
  const [id = '', version] = name.split('@')
  const prompt = (await client.prompts.list()).find((one) => one.id === id || one.name === id)
  const versions = prompt?.versions ?? []
  const text = (
    version === undefined ? versions.at(-1) : versions.find((one) => String(one.version) === version)
  )?.text
  if (text !== undefined) return { customPrompt: text }
  throw new CliFailure({
    message: `There is no prompt "${name}"`,
    where: name,
    hint: '`dewpoint prompts` lists them.',
  })
}

function makeNoArmFailure({ id, provider, preset }: ReplayPolicyEntry): CliFailure {
  return new CliFailure({
    message: `The policy ${id} names no method that can be used elsewhere`,
    where: [provider, preset].filter((part) => part !== undefined).join(', ') || id,
    hint: 'Name a method in the policy, or here: `dewpoint arms` lists them.',
  })
}

const formNames = { agent: 'setting', vendor: 'json', framework: 'snippet' } as const

/** What `--json` says of a form. */
function buildFormJson(plan: UsePlan, written: WrittenSettings | null): object {
  const { target, text, file, notes, ...more } = plan
  return {
    ...more,
    target: target.id,
    label: target.label,
    form: formNames[target.kind],
    content: text,
    path: file?.path ?? null,
    diff: file?.diff ?? null,
    differs: notes,
    written,
  }
}

/** A form of an arm, with the difference that it makes, or that it made. */
function buildForm(plan: UsePlan, written: WrittenSettings | null): readonly Block[] {
  const { file, text, notes, packages } = plan
  const body = (file === null ? text : file.diff).trimEnd()
  return [
    buildText(formatFormHeadline(plan, written !== null)),
    ...(body === '' ? [] : [{ kind: 'code', label: '', text: body, isFolded: false } as const]),
    buildText(
      packages.length > 0 && `For ${packages.join(' and ')}.`,
      notes,
      written && takeBackText(written),
      file !== null && file.diff !== '' && written === null && 'Nothing was written: --write does.',
    ),
  ]
}
