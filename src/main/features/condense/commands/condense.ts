import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { ContextCounter } from '../../../../shared/library/context-contract.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import {
  allowCommandsOption,
  addCommand,
  taskHelp,
  type Runner,
} from '../../../terminal/arguments/add-command.ts'
import { findResult, listResultSourcePaths } from '../../../terminal/arguments/find-result.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import {
  count,
  parseGainPercent,
  number,
  parsePlace,
  parseThresholdPercent,
  price,
  parseTokens,
} from '../../../terminal/arguments/numbers.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { pinPlaces } from '../../../terminal/arguments/pin-place.ts'
import { readSettingsFile } from '../../../terminal/arguments/read-settings-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { runToEnd } from '../../../terminal/jobs/run-to-end.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildCancelledRun, buildEstimate, buildOutcome } from './build-outcome.ts'
import { addCheckOption, checkArm, type CheckOptions } from './check-arm.ts'
import { buildCancelledJson, condenseJson } from './condense-json.ts'

/** `dewpoint condense`. */
export function addCondenseCommand(program: Command, run: Runner): void {
  const condense = addCommand(
    program,
    'condense',
    'Run a provider on a history.',
    'condense ~/tasks/42 --provider lossless --preset strict --out small.json',
  )
    .argument('<task>', taskHelp)
    .option(
      '-p, --provider <id>',
      'provider (see `dewpoint providers`), by default that of the preset, else that of `dewpoint policy`',
    )
    .option('--arm <id>', 'provider and preset by the id of a method, see `dewpoint arms`')
    .option(
      '--preset <id[@version]>',
      'preset by id, label or the beginning of either (see `dewpoint presets`)',
    )
    .option('--settings <file>', 'JSON file with settings, over those of the preset')
    .option('--at <messages>', 'condense what was sent after so many messages of the file', parsePlace)
    .option(
      '--target <tokens>',
      'target size: passes stop at it, other providers only warn above it',
      parseTokens,
    )
    .option('--profile <id>', 'model to ask (see `dewpoint profiles`), or `extractive` for the built-in one')
    .option(
      '--prompt <id[@version]>',
      'prompt of the library by id, name or the beginning of either (see `dewpoint prompts`)',
    )
    .option('--max-cost <usd>', 'make no call that could take the run above this', price)
    .option('--fresh', 'ask the model again even where its answer is cached')
    .option(
      '--fallback <providers>',
      'providers to try in this order where the first fails or saves too little: `lossless,truncation:suppress`',
    )
    .option(
      '--minimum-gain <percent>',
      'what a result must save, or the next fallback is tried',
      parseGainPercent,
    )
    .addOption(
      new Option('--estimate', 'estimate the run without calling a model or storing anything').conflicts([
        'out',
        'diff',
        'withMessages',
      ]),
    )
    .option('-o, --out <file>', 'write the result to a file')
    .option('--force', 'replace the file if it exists')
    .option('--diff', 'print what changed, word by word')
    .option('--with-messages', 'include the messages in the JSON')
    .action(run(condenseCommand))
  addPinOptions(condense)
  addTriggerOptions(addCheckOption(condense.option(...allowCommandsOption)))
}

function addPinOptions(condense: Command): void {
  condense
    .option(
      '--pin <place>',
      'keep a message, such as 12, or a part of it, such as 12.3 (may be given several times)',
      pinPlaces,
    )
    .option('--no-pins', 'ignore what is pinned in the task')
}

function addTriggerOptions(condense: Command): void {
  condense
    .option(
      '--if-needed <window>',
      'condense only where an agent with this window (tokens) would',
      parseTokens,
    )
    .option('--max-tokens <tokens>', 'with --if-needed: output limit of the model', count)
    .option('--threshold <percent>', 'with --if-needed: global threshold, 5 to 100', parseThresholdPercent)
    .option(
      '--profile-threshold <percent>',
      'with --if-needed: threshold of the profile (-1 inherits)',
      number,
    )
    .addOption(
      new Option('--counter <name>', 'with --if-needed: how messages are counted').choices([
        'full',
        'roo-classic',
      ]),
    )
    .option('--forced', 'with --if-needed: the model has said that its input is too long')
}

/** Options of `dewpoint condense`. */
type CondenseOptions = CommonOptions &
  CheckOptions & {
    readonly provider?: string
    readonly arm?: string
    readonly preset?: string
    readonly settings?: string
    /** Messages of the file before a cut. */
    readonly at?: number
    readonly target?: number
    readonly profile?: string
    /** Prompt of the library, `id` or `id@version`. */
    readonly prompt?: string
    readonly maxCost?: number
    readonly fresh?: boolean
    /** `provider` or `provider:preset`, in the order in which they are tried, with commas between them. */
    readonly fallback?: string
    readonly minimumGain?: number
    /** Kept beside what is pinned in the task. */
    readonly pin?: readonly TaskPin[]
    /** False leaves what is pinned in the task out of account. */
    readonly pins?: boolean
    /** Tokens; with it the run happens only where an agent with this window would condense. */
    readonly ifNeeded?: number
    readonly maxTokens?: number
    readonly threshold?: number
    readonly profileThreshold?: number
    readonly counter?: ContextCounter
    readonly forced?: boolean
    readonly estimate?: boolean
    readonly out?: string
    readonly force?: boolean
    readonly diff?: boolean
    readonly withMessages?: boolean
  }

/** `dewpoint condense <task>`. Resolves to the exit code: 1 where the run failed, 130 where it was cancelled. */
async function condenseCommand(
  name: string,
  options: CondenseOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const settingsFile = options.settings === undefined ? null : resolve(folder, options.settings)
  const settings = settingsFile === null ? null : await readSettingsFile(settingsFile)
  return withDewpoint(options, context, async ({ client, guard }) => {
    guard.protect([resolve(folder, name), ...(settingsFile === null ? [] : [settingsFile])])
    const wanted = { folder, force: options.force, guard }
    await openOutputFile(options.out, wanted)
    const task = await findTask(name, client, folder)
    if (options.checkWith !== undefined) return checkArm(client, task.id, options, context)
    const request = buildRunRequest(task, options, settings)
    if (options.estimate === true) {
      const { estimate } = await client.runs.estimate(request)
      await printAnswer(options, context, estimate, buildEstimate)
      return estimate.status === 'failed' ? 1 : 0
    }
    guard.protect(await listResultSources(task))
    const out = await openOutputFile(options.out, wanted)
    const run = await runToEnd(client, request, options, context)
    if (run.status === 'cancelled') {
      if (options.json === true) await terminal.out(formatJson(buildCancelledJson(run)))
      else terminal.err(drawDocument(buildCancelledRun(run)))
      return 130
    }
    if (run.outcome === null) {
      throw new CliFailure({ message: `The run ended as ${run.status}.`, where: run.id, exitCode: 1 })
    }
    if (out !== null && run.outcome.status !== 'failed') {
      await out.write(formatJson(await client.runs.result({ runId: run.id })))
    }
    await reportRun(client, run, options, context)
    if (out !== null) terminal.err(describeOutput(run, out.path))
    return run.outcome.status === 'failed' ? 1 : 0
  })
}

/** A result that is condensed again has two sources: itself, and what it came from. */
async function listResultSources(task: TaskSummary): Promise<readonly string[]> {
  if (task.format !== 'dewpoint-result' || task.path === '') return []
  const result = await findResult(task.path, '')
  return result === null ? [] : listResultSourcePaths(result)
}

function buildRunRequest(task: TaskSummary, options: CondenseOptions, settings: Settings | null): RunRequest {
  return {
    taskId: task.id,
    ...(options.arm === undefined ? {} : { arm: options.arm }),
    ...(options.provider === undefined ? {} : { providerId: options.provider }),
    ...(options.preset === undefined ? {} : { presetId: options.preset }),
    ...(settings === null ? {} : { settings }),
    ...(options.at === undefined ? {} : { at: options.at }),
    ...(options.target === undefined ? {} : { targetTokens: options.target }),
    ...(options.profile === undefined ? {} : { profileId: options.profile }),
    ...(options.prompt === undefined ? {} : { prompt: parsePromptOption(options.prompt) }),
    ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
    ...(options.fresh === true ? { ignoreCache: true } : {}),
    ...(options.fallback === undefined ? {} : { fallback: options.fallback.split(',').map(parseStepOption) }),
    ...(options.minimumGain === undefined ? {} : { minimumGainPercent: options.minimumGain }),
    ...(options.pin === undefined ? {} : { pins: [...options.pin] }),
    ...(options.pins === false ? { ignorePins: true } : {}),
    ...buildTriggerOption(options),
  }
}

function parsePromptOption(text: string): NonNullable<RunRequest['prompt']> {
  const at = text.lastIndexOf('@')
  if (at < 0) return { promptId: text }
  const version = Number(text.slice(at + 1))
  if (Number.isSafeInteger(version) && version > 0) return { promptId: text.slice(0, at), version }
  throw new CliFailure({
    message: 'The version of the prompt is not a number.',
    where: text,
    hint: 'Write `id@2`, or `id` alone for the newest version.',
  })
}

function parseStepOption(text: string): { providerId: string; presetId?: string } {
  const [providerId = '', presetId] = text.trim().split(':', 2)
  return presetId === undefined ? { providerId } : { providerId, presetId }
}

function buildTriggerOption(options: CondenseOptions): Pick<RunRequest, 'trigger'> {
  const { ifNeeded, maxTokens, threshold, profileThreshold, counter, forced } = options
  if (ifNeeded !== undefined) {
    const isForced = forced === true ? { isForced: true } : {}
    const limits = { maxTokens, threshold, profileThreshold, counter }
    const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
    return { trigger: { windowTokens: ifNeeded, ...given, ...isForced } }
  }
  if ([forced, maxTokens, threshold, profileThreshold, counter].every((value) => value === undefined))
    return {}
  throw new CliFailure({
    message: 'A trigger needs a window.',
    where: '--if-needed',
    hint: 'Add `--if-needed <tokens>` with the context window of the model.',
  })
}

async function reportRun(
  client: Dewpoint['client'],
  run: RunSummary,
  options: CondenseOptions,
  { terminal }: CommandContext,
): Promise<void> {
  if (run.outcome === null) return
  const { status } = run.outcome
  const { describeLeftOutDiffs, buildMessageDiffRuns, readMessageDiffs } =
    await import('../../../terminal/output/read-message-diffs.ts')
  const diffs = options.diff === true && status === 'condensed' ? await readMessageDiffs(client, run.id) : []
  if (options.json === true) {
    const result =
      options.withMessages === true && status !== 'failed'
        ? await client.runs.result({ runId: run.id })
        : null
    const messages = result === null ? {} : { messages: result.messages }
    const extra = { ...messages, ...(options.diff === true ? { diff: diffs } : {}) }
    await terminal.out(formatJson(condenseJson(run, run.outcome, extra)))
    return
  }
  await terminal.out(drawDocument(buildOutcome(run, run.outcome)))
  if (diffs.length > 0) await terminal.out('\n')
  for (const diff of diffs) await terminal.out(buildMessageDiffRuns(diff))
  await terminal.out(describeLeftOutDiffs(diffs))
}

function describeOutput(run: RunSummary, out: string): string {
  switch (run.outcome?.status) {
    case 'condensed':
      return `The result is in ${out}\n`
    case 'unchanged':
      return `The history is in ${out}, unchanged.\n`
    default:
      return `Nothing was written to ${out}, because there is no result.\n`
  }
}
