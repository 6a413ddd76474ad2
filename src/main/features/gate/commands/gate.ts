import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import {
  gateBaselineSchema,
  type GateBaseline,
  type GateFile,
  type GateResult,
} from '../../../../shared/gate/gate-types.ts'
import { gateExitCodes } from '../../../../shared/gate/gate-words.ts'
import { describeIssue } from '../../../../shared/kernel/describe-issue.ts'
import { formatCount, formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { parseJsonOrNull } from '../../../../shared/kernel/json-values.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { price } from '../../../terminal/arguments/numbers.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { formatIssues } from '../../../terminal/output/format-issues.ts'
import { formatJunitXml } from '../../../terminal/output/format-junit-xml.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { renderGatePage } from '../render-gate.ts'
import { buildGate, listAssertions } from './build-gate.ts'
import { addGateInitCommand } from './gate-init.ts'

/** `dewpoint gate` and `dewpoint gate init`. */
export function addGateCommands(program: Command, run: Runner): void {
  const gate = addCommand(
    program,
    'gate',
    'Try a compactor of yours on planted histories: exit code 0 where it is no worse than its baseline, 1 where it is, 2 where it could not be tried, 3 where the histories are too few.',
    'gate --junit gate.xml --markdown gate.md',
  )
    .argument('[file]', 'what is tried, and how; `dewpoint gate init` writes one', 'gate.yaml')
    .option('--update', 'write the result as the new baseline')
    .option('-y, --yes', 'allow the compactor to run on this machine without asking, as in CI')
    .option('--model <id>', 'model that is asked for every item, see `dewpoint profiles` (needs --budget)')
    .option('--budget <usd>', 'what the model may cost in all, in $', price)
    .option('--junit <file>', 'write the checks as JUnit XML')
    .option('--markdown <file>', 'write the result as Markdown, as for a comment')
    .option('--force', 'replace these files')
    .action(run(runGateCommand))
  addGateInitCommand(gate, run)
}

type GateOptions = CommonOptions & {
  readonly update?: boolean
  readonly yes?: boolean
  readonly model?: string
  readonly budget?: number
  readonly junit?: string
  readonly markdown?: string
  readonly force?: boolean
}

/** In bytes. */
const [longestFile, longestBaseline] = [1_000_000, 50_000_000]

async function runGateCommand(name: string, options: GateOptions, context: CommandContext): Promise<number> {
  const path = resolve(context.folder, name)
  const allowed = { ...options, ...(options.yes === true ? { allowCommands: true } : {}) }
  return withDewpoint(allowed, context, async ({ client, guard }) => {
    const file = await readGateFile(path, client, context)
    if (file === null) return 2
    const folder = dirname(path)
    const baselinePath = resolve(folder, file.baseline)
    guard.protect([path, ...listNamedFiles(file, folder), ...(options.update === true ? [] : [baselinePath])])
    // Files of a run replace those of the run before, but a baseline only where it is asked for.
    const place = { folder: context.folder, force: options.force, guard }
    const junit = await openOutputFile(options.junit, place)
    const markdown = await openOutputFile(options.markdown, place)
    const update = options.update === true ? file.baseline : undefined
    const baselineFile = await openOutputFile(update, { folder, force: true, guard })
    const started = Date.now()
    const input = {
      file,
      folder,
      baseline: await readBaseline(baselinePath, options.update === true),
      profileId: options.model,
      maxCostUsd: options.budget,
    }
    context.terminal.err(`${announceGate(file)}\n`)
    const result = await awaitJobResult((more) => client.gate.run(input, more), options, context)
    const written = result.baseline === null ? null : baselineFile
    if (result.baseline !== null) await written?.write(formatBaseline(result.baseline))
    await junit?.write(
      formatJunitXml({
        name: `gate: ${result.compactor}`,
        startedTs: started,
        durationMs: Date.now() - started,
        assertions: listAssertions(result),
        failedCells: [],
      }),
    )
    await markdown?.write(renderGatePage(buildGate(result)))
    await printAnswer(options, context, result, () => buildGate(result, written !== null))
    if (baselineFile !== null && written === null)
      context.terminal.err('No baseline was written: it would say of this compactor what is not so.\n')
    if (written === null) return gateExitCodes[result.state]
    context.terminal.err(`The baseline is ${written.path}\n`)
    return isFirst(result) ? 0 : gateExitCodes[result.state]
  })
}

/** Whether nothing but a missing baseline stands against a result, which is there now. */
function isFirst({ state, baseline }: GateResult): boolean {
  return state === 'not-run' && baseline !== null
}

async function readGateFile(
  path: string,
  client: Dewpoint['client'],
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<GateFile | null> {
  if (!existsSync(path))
    throw new CliFailure({
      message: 'There is no gate here.',
      where: path,
      hint: '`dewpoint gate init` writes one, with a compactor to begin with.',
    })
  const read = await client.gate.check({ text: await readFileText(path, longestFile) })
  if (read.ok) return read.file
  const hint = ' Correct the file. Its schema is in resources/gate/gate.schema.json.'
  terminal.err(formatIssues(read.issues, { path, hint }))
  return null
}

/** Said before the first condensation: a log of CI shows no progress, and the whole takes up to a minute. */
function announceGate({ compactor, formats, histories, tokens, rounds }: GateFile): string {
  const sizes = tokens.map((size) => formatCount(size)).join(', ')
  return `Trying ${compactor.name}: ${formatCountWithNoun(histories, 'history', 'histories')} of ${sizes} tokens in ${formats.join(', ')}. Condensations in a row: ${rounds.join(', ')}.`
}

/** Files beside the gate that its compactor is made of. */
function listNamedFiles(
  { compactor: { command = [], module } }: GateFile,
  folder: string,
): readonly string[] {
  return [...command, ...(module === undefined ? [] : [module])]
    .map((word) => resolve(folder, word))
    .filter((path) => existsSync(path))
}

/** Null where there is none; one that is about to be replaced may be of any kind. */
async function readBaseline(path: string, isReplaced: boolean): Promise<GateBaseline | null> {
  if (!existsSync(path)) return null
  const written = parseJsonOrNull(await readFileText(path, longestBaseline))
  const parsed = gateBaselineSchema.safeParse(written, { error: describeIssue })
  if (parsed.success) return parsed.data
  if (isReplaced) return null
  const [issue] = parsed.error.issues
  throw new CliFailure({
    message: `This is no baseline of a gate: ${issue?.path.join('.') || 'the file'} ${issue?.message ?? ''}.`,
    where: path,
    hint: 'Take it back from version control, or write a new one with `dewpoint gate --update`.',
  })
}

/** One history a line, so that a change of it can be read. */
function formatBaseline(baseline: GateBaseline): string {
  return `${JSON.stringify(baseline, null, 1)}\n`
}
