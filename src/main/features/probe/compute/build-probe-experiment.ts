import { stringify } from 'yaml'
import {
  experimentFileSchema,
  type ExperimentFile,
} from '../../../../shared/experiments/experiment-file-types.ts'
import type {
  Cell,
  ExperimentPlan,
  PlannedCheckpoint,
  PlannedVariant,
} from '../../../../shared/experiments/experiment-types.ts'
import { quoteShellWord } from '../../../../shared/kernel/quote-shell-word.ts'
import { probeMetrics, type ProbeMetric } from '../../../../shared/probe/probe-metrics.ts'
import {
  againId,
  uncondensedId,
  type ForkResult,
  type PlannedCut,
  type ProbeInput,
  type ProbePlan,
} from '../../../../shared/probe/probe-types.ts'
import { pickBaseline } from './pick-baseline.ts'

/** The task of a cut, as an experiment names it. */
export type ProbedTask = {
  readonly id: string
  readonly path: string
  readonly snapshotSha256: string
  readonly workspace: string | null
  readonly messages: number
}

/** What is asked for, with its tasks in the place of their ids. */
export type AskedProbe = {
  readonly input: ProbeInput
  readonly plan: ProbePlan
  readonly tasks: readonly ProbedTask[]
}

/** Differences that are not worth naming: a cent, a hundred tokens, and a tenth of the forks. */
const margins: Readonly<Partial<Record<ProbeMetric, number>>> = {
  cost: 0.01,
  firstTurns: 0.01,
  again: 100,
  outcome: 0.1,
}

/**
 * A probe as an experiment: its methods are variants, its cuts are those of tasks, its forks are cells. Lists, figures,
 * verdicts and reports of experiments are so those of probes.
 */
export function buildProbeExperiment(asked: AskedProbe): {
  readonly text: string
  readonly plan: ExperimentPlan
} {
  const { plan, tasks } = asked
  const file = buildFile(asked)
  const command = buildCommand(asked)
  return {
    text: `# Asked for by: ${command}\n${stringify(describeProbe(asked))}`,
    plan: {
      file,
      baselineId: pickBaseline(plan) ?? '',
      variants: listVariants(plan, asked.input.forks),
      checkpoints: plan.cuts.map((cut) => buildCheckpoint(cut, tasks)),
      metrics: listMetrics(asked.input).map((name) => probeMetrics[name]),
      notes: plan.notes.map((message) => ({ where: 'probe', message })),
      probe: { id: plan.id, command },
    },
  }
}

function listMetrics({ outcome, questions }: ProbeInput): readonly ProbeMetric[] {
  const all: readonly ProbeMetric[] = [
    'outcome',
    'questions',
    'cost',
    'firstTurns',
    'firstWrite',
    'again',
    'repeated',
    'broken',
  ]
  return all.filter((name) =>
    name === 'outcome' ? outcome !== undefined : name !== 'questions' || questions !== undefined,
  )
}

function buildFile({ input, plan, tasks }: AskedProbe): ExperimentFile {
  const [first] = plan.cuts
  const metrics = listMetrics(input)
  return experimentFileSchema.parse({
    name: `Probe: ${first?.title ?? ''}`.slice(0, 200),
    question: `What does ${first?.agent ?? 'the agent'} do next from what each method leaves?`,
    tasks: tasks.map(({ path, id }) => path || id),
    variants: listPlayedMethods(plan).map(({ id, label }) => ({
      id: id.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64),
      label: label.slice(0, 200),
      arm: id,
    })),
    repeats: input.forks,
    concurrency: 1,
    ...(input.limits.budgetUsd === null ? {} : { budgetUsd: input.limits.budgetUsd }),
    metrics: metrics.map((name) => probeMetrics[name].id),
    margins: Object.fromEntries(
      metrics.flatMap((name) =>
        margins[name] === undefined ? [] : [[probeMetrics[name].id, margins[name]] as const],
      ),
    ),
    primary: probeMetrics[input.outcome === undefined ? 'cost' : 'outcome'].id,
  })
}

/** What was asked for, for people to read. */
function describeProbe({ input, plan, tasks }: AskedProbe): object {
  const { methods, forks, prompts, limits, outcome, questions } = input
  return {
    probe: plan.id,
    sessions: tasks.map(({ path, id }) => path || id),
    cuts: plan.cuts.map(({ at }) => at),
    methods,
    forks,
    prompts: prompts.length > 0 ? prompts : [...new Set(plan.cuts.flatMap((cut) => cut.prompts))],
    limits: {
      turns: limits.turns,
      minutes: limits.minutes,
      ...(limits.budgetUsd === null ? {} : { budgetUsd: limits.budgetUsd }),
    },
    ...(outcome === undefined ? {} : { outcome }),
    ...(questions === undefined ? {} : { questions }),
    commands: plan.cuts[0]?.commands.map((command) => command.map(quoteShellWord).join(' ')) ?? [],
  }
}

/** The command that goes on with a probe. Prompts stand in a file of the person's. */
function buildCommand({ input, tasks }: AskedProbe): string {
  const { cuts, methods, forks, prompts, limits, workspace, agentCommand, outcome, anyVersion, questions } =
    input
  const at = cuts.map((cut) => ('recorded' in cut ? `recorded:${cut.recorded}` : String(cut.messages)))
  const words = [
    'dewpoint',
    'probe',
    ...tasks.map(({ path, id }) => path || id),
    ...(at.length === 0 ? [] : ['--at', ...at]),
    '--methods',
    methods.join(','),
    '--forks',
    String(forks),
    '--turns',
    String(limits.turns),
    '--minutes',
    String(limits.minutes),
    ...(limits.budgetUsd === null ? [] : ['--budget', String(limits.budgetUsd)]),
    ...(prompts.length === 0 ? [] : ['--prompts', 'prompts.txt']),
    ...(questions === undefined
      ? []
      : ['--questions', typeof questions === 'number' ? String(questions) : 'questions.txt']),
    ...(workspace === undefined ? [] : ['--workspace', workspace]),
    ...(outcome === undefined ? [] : ['--outcome', outcome]),
    ...(anyVersion === true ? ['--any-version'] : []),
    ...(agentCommand === undefined ? [] : ['--agent-command', ...agentCommand]),
  ]
  return words.map(quoteShellWord).join(' ')
}

/** Methods that are played at some cut, in the order in which they were named. */
function listPlayedMethods({ cuts }: ProbePlan): readonly { readonly id: string; readonly label: string }[] {
  const played = cuts.flatMap(({ methods }) => methods.filter(({ why }) => why === null))
  return [...new Map(played.map(({ id, label }) => [id, { id, label }])).values()]
}

function listVariants(plan: ProbePlan, forks: number): PlannedVariant[] {
  const own = { presetId: null, settings: {}, targetTokens: null, prompt: null, model: null }
  const baseline = pickBaseline(plan)
  const played = listPlayedMethods(plan)
  const variants = played.map(({ id, label }): PlannedVariant => ({
    ...own,
    id,
    label,
    providerId: id,
    providerVersion: '',
    pinConstraints: false,
    repeats: forks,
  }))
  const twin = variants.find(({ id }) => id === baseline)
  if (twin === undefined || plan.cuts.every((cut) => cut.twin === null)) return variants
  const again = { of: twin.id, isRepeatable: false }
  return [...variants, { ...twin, id: againId, label: `${twin.label}, once more (A/A)`, again }]
}

function buildCheckpoint(
  { id, taskId, title, at, recorded, methods }: PlannedCut,
  tasks: readonly ProbedTask[],
): PlannedCheckpoint {
  const task = tasks.find((one) => one.id === taskId)
  return {
    id,
    taskId,
    taskTitle: title,
    snapshotSha256: task?.snapshotSha256 ?? '',
    index: at,
    reason: recorded === null ? 'index' : 'recorded',
    messages: at,
    tokens: methods.find((method) => method.id === uncondensedId)?.tokens ?? 0,
    continuationMessages: Math.max(0, (task?.messages ?? at) - at),
    workspace: task?.workspace ?? null,
  }
}

/** What cells have in common that no provider of ours made. */
const plain = {
  isReused: false,
  stats: null,
  chance: null,
  isJudgeFlipped: null,
}

/** A fork that has ended, as a cell. */
export function buildForkCell(fork: ForkResult, input: ProbeInput, finishedTs: number): Cell {
  const { cutId, method, n, seconds, end, said } = fork
  const milliseconds = Math.round(1000 * seconds)
  return {
    ...plain,
    warnings: [],
    id: buildCellId(method, cutId, n),
    variantId: method,
    checkpointId: cutId,
    repeat: n,
    status: 'done',
    outcome: 'condensed',
    values: Object.fromEntries(
      listMetrics(input).map((name) => [probeMetrics[name].id, readFigure(fork, name)]),
    ),
    timeMs: { total: milliseconds, model: milliseconds, counting: 0 },
    reason:
      end === 'finished'
        ? ''
        : `It ended ${end === 'failed' ? `with an error: ${said.slice(0, 200)}` : `at its limit: ${end}`}.`,
    error: null,
    finishedTs,
  }
}

/** Cells of what could not be played at a cut where others can, each with its reason. */
export function listUnplayedCells(plan: ProbePlan, forks: number, finishedTs: number): Cell[] {
  const played = new Set(listPlayedMethods(plan).map(({ id }) => id))
  return plan.cuts.flatMap(({ id: cutId, methods, recorded }) =>
    methods
      // What was recorded is a cell of cuts alone at which something was.
      .filter(({ id, why }) => why !== null && played.has(id) && (id !== 'recorded' || recorded !== null))
      .flatMap(({ id, why }) =>
        Array.from({ length: forks }, (_, at): Cell => ({
          ...plain,
          warnings: [],
          id: buildCellId(id, cutId, at + 1),
          variantId: id,
          checkpointId: cutId,
          repeat: at + 1,
          status: 'failed',
          outcome: 'failed',
          values: {},
          timeMs: { total: 0, model: 0, counting: 0 },
          reason: '',
          error: { code: 'not-played', message: why ?? '' },
          finishedTs,
        })),
      ),
  )
}

function buildCellId(method: string, cutId: string, n: number): string {
  return `${method}/${cutId}/${n}`
}

/** A figure of a fork; null where nobody knows it. */
function readFigure({ figures, outcome, answers }: ForkResult, name: ProbeMetric): number | null {
  switch (name) {
    case 'cost':
      return figures.costUsd
    case 'firstTurns':
      return figures.firstTurnsUsd
    case 'firstWrite':
      return figures.firstWriteTokens
    case 'again':
      return figures.again.tokens
    case 'repeated':
      return figures.repeated.count
    case 'broken':
      return figures.broken.count
    case 'questions':
      return answers === null ? null : answers.known / answers.asked
    case 'outcome':
      return outcome === null ? null : outcome === 0 ? 1 : 0
  }
}
