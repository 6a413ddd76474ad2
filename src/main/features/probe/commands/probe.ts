import { resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { buildProbe, buildProbePlan } from '../../../../shared/probe/build-probe.ts'
import { mostQuestions, type ProbeInput, type ProbePlan } from '../../../../shared/probe/probe-types.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { number, parseWholeNumber, price } from '../../../terminal/arguments/numbers.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint probe`. */
export function addProbeCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'probe',
    'Let your own agent go on from each method’s result, in copies of the session and the project, and compare what it does.',
    'probe ~/.claude/projects/-work/0b7e.jsonl --methods recorded,clear-tool-uses --budget 2 --dry-run',
  )
    .argument('<task...>', taskHelp)
    .requiredOption('--methods <ids>', 'methods, separated by commas, see `dewpoint arms`')
    .option(
      '--at <cut...>',
      'where each session is cut: a number of messages, or recorded:2 for its second condensation; its last condensation by default',
    )
    .option('--forks <number>', 'how often each method is played at a cut', parseForks, 3)
    .option('--prompts <file>', 'what to ask, one prompt a line, instead of the next recorded prompt')
    .option('--budget <usd>', 'what all forks may cost together, in $', parseBudget)
    .option('--turns <number>', 'requests that a fork may make', parseTurns, 10)
    .option('--minutes <number>', 'how long a fork may take', parseMinutes, 10)
    .option('--workspace <folder>', 'the project, where it moved since')
    .option('--agent-command <word...>', 'what starts the agent, instead of its program on PATH')
    .option('--any-version', 'start the agent in another major version than the one that was tried, too')
    .option('--outcome <command>', 'a check to run in each copy at the end, such as "npm test"')
    .option(
      '--questions <number|file>',
      'what to ask at the end of each fork: so many questions made of the session, or those of a file, one a line with its answer behind " => "',
    )
    .option('--keep', 'keep the copies of the project')
    .option('--dry-run', 'show the plan and its price, and start nothing')
    .option('-y, --yes', 'start without asking')
    .action(run(probeCommand))
}

type ProbeOptions = CommonOptions & {
  readonly methods: string
  readonly at?: readonly string[]
  readonly forks: number
  readonly prompts?: string
  readonly budget?: number
  readonly turns: number
  readonly minutes: number
  readonly workspace?: string
  readonly agentCommand?: readonly string[]
  readonly anyVersion?: boolean
  readonly outcome?: string
  readonly questions?: string
  readonly keep?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}

/** `dewpoint probe <task...>`. Resolves to 0, or to 2 where nobody agreed to the plan. */
async function probeCommand(
  names: readonly string[],
  options: ProbeOptions,
  context: CommandContext,
): Promise<number> {
  const cuts = (options.at ?? []).map(parseCut)
  const prompts = await readPrompts(options.prompts, context)
  const questions = await readQuestions(options.questions, context)
  return withDewpoint(options, context, async ({ client }) => {
    const taskIds: string[] = []
    for (const name of names) taskIds.push((await findTask(name, client, context.folder)).id)
    const input = buildInput({ taskIds, cuts, prompts, questions }, options, context)
    const plan = await client.probe.plan(
      { ...input, isDryRun: options.dryRun === true },
      { signal: context.signal },
    )
    if (options.dryRun === true) return printAnswer(options, context, plan, buildProbePlan)
    if (!(await agree(plan, options, context))) return 2
    const result = await awaitJobResult(
      (more) => client.probe.run({ input, planId: plan.id, keeps: options.keep === true }, more),
      options,
      context,
    )
    return printAnswer(options, context, result, buildProbe)
  })
}

function buildInput(
  asked: Pick<ProbeInput, 'taskIds' | 'cuts' | 'prompts' | 'questions'>,
  options: ProbeOptions,
  { folder }: CommandContext,
): ProbeInput {
  const { methods, forks, turns, minutes, budget, workspace, agentCommand, outcome } = options
  const { questions, ...given } = asked
  return {
    ...given,
    ...(questions === undefined ? {} : { questions }),
    methods: [...new Set(parseArmIds(methods, '--methods'))],
    forks,
    limits: { turns, minutes, budgetUsd: budget ?? null },
    ...(options.anyVersion === true ? { anyVersion: true } : {}),
    ...(workspace === undefined ? {} : { workspace: resolve(folder, workspace) }),
    ...(agentCommand === undefined ? {} : { agentCommand: [...agentCommand] }),
    ...(outcome === undefined ? {} : { outcome }),
  }
}

/** Shows the plan to whoever can say no; where nobody is there, only `--yes` starts anything. */
async function agree(
  plan: ProbePlan,
  { yes }: ProbeOptions,
  { terminal, signal }: CommandContext,
): Promise<boolean> {
  if (plan.finished === plan.forks.length) return true
  terminal.err(drawDocument(buildProbePlan(plan)))
  if (yes === true) return true
  if (terminal.ask !== undefined)
    return terminal.ask(
      '\nThe agent acts without asking, with your rights, in these copies. Start it? [y/N] ',
      signal,
    )
  terminal.err('Nothing was started: nobody can be asked here. Start it with --yes.\n')
  return false
}

function parseCut(text: string): ProbeInput['cuts'][number] {
  const [, recorded, messages] = /^(?:recorded:(\d{1,6})|(\d{1,9}))$/.exec(text) ?? []
  if (Number(recorded) > 0) return { recorded: Number(recorded) }
  if (Number(messages) > 0) return { messages: Number(messages) }
  throw new CliFailure({
    message: `${text} is no place to cut a session at.`,
    where: '--at',
    hint: 'Name a number of messages, such as --at 120, or a condensation, such as --at recorded:2.',
  })
}

/** In bytes. */
const longestPrompts = 1_000_000

async function readPrompts(name: string | undefined, { folder }: CommandContext): Promise<string[]> {
  if (name === undefined) return []
  const path = resolve(folder, name)
  const prompts = (await readFileText(path, longestPrompts))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (prompts.length > 0 && prompts.length <= 20) return prompts
  throw new CliFailure({
    message:
      prompts.length === 0
        ? 'There is no prompt in this file.'
        : 'There are more than 20 prompts in this file.',
    where: path,
    hint: 'Write one prompt a line.',
  })
}

/** A number, or the questions of a file. */
async function readQuestions(
  named: string | undefined,
  { folder }: CommandContext,
): Promise<ProbeInput['questions']> {
  if (named === undefined) return undefined
  if (/^\d{1,3}$/.test(named)) return parseQuestionCount(named)
  const path = resolve(folder, named)
  const lines = (await readFileText(path, longestPrompts)).split('\n').filter((line) => line.trim() !== '')
  const questions = lines.map((line) => {
    const [question = '', value = '', ...more] = line.split(' => ').map((part) => part.trim())
    return more.length === 0 && question !== '' && value !== '' ? { question, value } : null
  })
  const known = questions.filter((one) => one !== null)
  if (known.length === questions.length && known.length > 0 && known.length <= mostQuestions) return known
  throw new CliFailure({
    message: `Line ${questions.indexOf(null) + 1 || 1} of the questions is no question with an answer, or there are more than ${mostQuestions}.`,
    where: path,
    hint: 'Write one a line: Which port does the server use? => 8080',
  })
}

const parseQuestionCount = (text: string): number =>
  parseWholeNumber(text, 1, mostQuestions, `a whole number from 1 to ${mostQuestions}, or a file`)

const parseForks = (text: string): number => parseWholeNumber(text, 1, 20, 'a whole number from 1 to 20')
const parseTurns = (text: string): number => parseWholeNumber(text, 1, 500, 'a whole number from 1 to 500')

function parseMinutes(text: string): number {
  const value = number(text)
  if (value >= 0.05 && value <= 240) return value
  throw new InvalidArgumentError('It must be 0.05 to 240 minutes.')
}

function parseBudget(text: string): number {
  const value = price(text)
  if (value > 0) return value
  throw new InvalidArgumentError('It must be a price above 0.')
}
