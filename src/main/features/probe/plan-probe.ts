import { join } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import { sumKnown } from '../../../shared/kernel/numbers.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import {
  againId,
  uncondensedId,
  type PlannedCut,
  type PlannedFork,
  type ProbeInput,
  type ProbePlan,
} from '../../../shared/probe/probe-types.ts'
import { findWritingAgent } from '../../agents/find-agent.ts'
import { openWatchedPlace } from '../../platform/arms/run-watched.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { runInTemporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { readAutopsy } from '../condensations/read-autopsy.ts'
import { compareTask } from '../condense/compare-task.ts'
import { loadTaskRecord } from '../library/sources.ts'
import { buildMachine } from '../team/build-machine.ts'
import { buildAgentEnvironment } from './agent-home.ts'
import { agentRunners, type AgentRunner } from './agent-runners.ts'
import { readPerhapsPaid } from './book-fork.ts'
import { estimateFork } from './compute/estimate-fork.ts'
import { pickBaseline } from './compute/pick-baseline.ts'
import { findProgram } from './find-program.ts'
import { findWorkspaceSource } from './find-workspace-source.ts'
import type { PreparedCut } from './jobs/prepare-cut.ts'

/** A cut with all that its forks are made of. */
export type ReadyCut = {
  readonly planned: PlannedCut
  readonly task: StoredTask
  readonly runner: AgentRunner
  readonly prepared: PreparedCut
  readonly source: { readonly hash: string; readonly bytes: Uint8Array; readonly cut: number }
  /** What each method made of the history; null where it is as it was. */
  readonly results: ReadonlyMap<string, StoredBlob | null>
}

/** A plan with what it is made of. */
export type ReadyProbe = { readonly plan: ProbePlan; readonly cuts: readonly ReadyCut[] }

export type PlanProbeOptions = {
  readonly signal: AbortSignal
  readonly onProgress: (label: string, done: number, total: number) => void
  /** Whether it is only looked at: then an agent that could not be started is a note. */
  readonly isDryRun: boolean
  /** Whether a fork of this id is finished. */
  readonly isFinished: (probeId: string, forkId: string) => Promise<boolean>
}

/** What is asked where the record tells no prompt. */
export const standardPrompt = 'Continue with the next open step. Stop after it.'

/** A session that was written to so lately may be open. */
const restingMs = 60_000
const versionMs = 30_000

/**
 * Plans a probe: condenses each session at its cuts, finds its project, its agent and what all would cost. Nothing is
 * written, and no agent is started but for its version. Throws a `Problem` where it could not be run.
 */
export async function planProbe(
  services: Services,
  input: ProbeInput,
  options: PlanProbeOptions,
): Promise<ReadyProbe> {
  const { cuts, obstacles } = await readyCuts(services, input, options)
  const id = computeId([
    input.forks,
    input.agentCommand ?? null,
    input.outcome ?? null,
    { turns: input.limits.turns, minutes: input.limits.minutes },
    cuts.map(({ planned, task }) => [
      task.snapshotSha256,
      planned.id,
      planned.prompts,
      planned.questions,
      planned.workspace,
      planned.methods,
      planned.twin,
    ]),
  ])
  const forks = cuts.flatMap(({ planned, prepared }) => planForks(id, planned, prepared, input))
  const finished = await Promise.all(forks.map((fork) => options.isFinished(id, fork.id)))
  const left = forks.filter((_, at) => finished[at] !== true)
  const estimateUsd = left.some((fork) => fork.estimateUsd === null)
    ? null
    : (sumKnown(left.map((fork) => fork.estimateUsd)) ?? 0)
  requireBudget(input, estimateUsd)
  const plan: ProbePlan = {
    id,
    cuts: cuts.map(({ planned }) => planned),
    forks,
    finished: forks.length - left.length,
    estimateUsd,
    limits: input.limits,
    outcome: input.outcome ?? null,
    notes: [
      ...obstacles,
      ...listNotes(cuts, services.environment),
      ...describeKilled(await readPerhapsPaid(services, id)),
    ],
  }
  return { plan, cuts }
}

type ReadyCuts = { readonly cuts: readonly ReadyCut[]; readonly obstacles: ReadonlySet<string> }

/** The cuts of all sessions, and why an agent of theirs would not be started. */
async function readyCuts(
  services: Services,
  input: ProbeInput,
  options: PlanProbeOptions,
): Promise<ReadyCuts> {
  const found: ReadyCut[] = []
  const obstacles = new Set<string>()
  for (const taskId of input.taskIds) {
    const task = await requireTask(services.store, taskId)
    const { agent, runner } = await requireAgent(services, task)
    const { program, version, obstacle } = await findAgentProgram(services, input, { agent, runner }, options)
    for (const at of await findCuts(services, task, input, options.signal)) {
      options.onProgress(
        `Condensing ${task.title.slice(0, 40)} at ${at.index}`,
        found.length,
        found.length + 1,
      )
      found.push(
        await readyCut(services, input, { task, agent, runner, program, version, at }, options.signal),
      )
      if (obstacle !== null) obstacles.add(obstacle)
    }
  }
  return { cuts: withTwins(found), obstacles }
}

/** The method that all are held against is played once more where it is played. */
function withTwins(cuts: readonly ReadyCut[]): readonly ReadyCut[] {
  const baseline = pickBaseline({ cuts: cuts.map(({ planned }) => planned) })
  return cuts.map((cut) => {
    const isPlayed = cut.planned.methods.some(({ id, why }) => id === baseline && why === null)
    return { ...cut, planned: { ...cut.planned, twin: isPlayed ? baseline : null } }
  })
}

/** A fork that was at work when Dewpoint was killed is run again, and was perhaps paid for: who agrees should know. */
function describeKilled({ calls, usd }: { readonly calls: number; readonly usd: number }): readonly string[] {
  if (calls === 0) return []
  return [
    `${formatCountWithNoun(calls, 'fork')} of this probe ${calls === 1 ? 'was' : 'were'} at work when Dewpoint was killed: up to ${formatUsd(usd)} was perhaps paid, and what is not finished is run again.`,
  ]
}

async function requireAgent(
  services: Services,
  task: StoredTask,
): Promise<{ readonly agent: string; readonly runner: AgentRunner }> {
  const agent = findWritingAgent(task)
  const runner = agent === null ? undefined : agentRunners[agent.id]
  if (agent === null || runner === undefined)
    throw new Problem({
      code: 'bad-input',
      message: `No agent can be started on sessions of ${task.format ?? 'this format'}.`,
      where: task.path,
      hint: `A probe starts ${Object.values(agentRunners)
        .map(({ program }) => program)
        .join(', ')}.`,
    })
  const relative = agent.writer.relatives?.[task.agent ?? '']
  if (relative !== undefined)
    throw new Problem({
      code: 'bad-input',
      message: `${relative} cannot be started without a person yet.`,
      where: task.path,
      hint: `A probe starts ${agent.name}.`,
    })
  const isOpen = (await agent.writer.isOpen?.(task.path, buildMachine(services))) === true
  const stamp = await services.reader.stampPath(task.path)
  if (isOpen || (stamp !== null && services.now() - stamp.changedTs < restingMs))
    throw new Problem({
      code: 'not-allowed',
      message: `${agent.name} has this session open, or wrote to it less than a minute ago.`,
      where: task.path,
      hint: 'Leave the session there and try again in a minute.',
    })
  return { agent: agent.name, runner }
}

type FoundProgram = {
  readonly program: readonly string[]
  readonly version: string | null
  /** Why it would not be started; null where it would be. */
  readonly obstacle: string | null
}

/** What starts an agent, in a version that a probe is run with. Throws a `Problem`, where more than a look is wanted. */
async function findAgentProgram(
  services: Services,
  { agentCommand, anyVersion }: ProbeInput,
  { agent, runner }: { readonly agent: string; readonly runner: AgentRunner },
  { signal, isDryRun }: PlanProbeOptions,
): Promise<FoundProgram> {
  let version: string | null = null
  let program: readonly string[] = agentCommand ?? [runner.program]
  try {
    program = findProgram(runner, agent, { command: agentCommand, environment: services.environment })
    version = await askVersion(services, program, runner, signal)
    if (anyVersion !== true) refuseOtherVersion(agent, version, runner)
    return { program, version, obstacle: null }
  } catch (error) {
    if (!isDryRun || !(error instanceof Problem)) throw error
    return { program, version, obstacle: `${error.message} ${error.hint}` }
  }
}

/** Commands and sessions of another major version are not those that were tried. Throws a `Problem`. */
function refuseOtherVersion(
  agent: string,
  version: string | null,
  { triedWith }: Pick<AgentRunner, 'triedWith'>,
): void {
  const readMajor = (text: string): string => text.split('.')[0] ?? ''
  if (version === null || triedWith === null || readMajor(version) === readMajor(triedWith)) return
  throw new Problem({
    code: 'not-allowed',
    message: `${agent} is ${version} here, and the probe was tried with ${triedWith}.`,
    where: agent,
    hint: 'Name one of that version with --agent-command, or run this one with --any-version and look at its first fork.',
  })
}

/** The first version number that an agent tells, in a home folder of its own; null where it tells none. */
async function askVersion(
  services: Services,
  program: readonly string[],
  runner: AgentRunner,
  signal: AbortSignal,
): Promise<string | null> {
  return runInTemporaryFolder(async (folder) => {
    const place = openWatchedPlace(folder)
    const end = await place.run(
      {
        command: [...program, '--version'],
        cwd: folder,
        environment: { ...buildAgentEnvironment(join(folder, 'home'), runner, services), TMPDIR: folder },
        limitMs: versionMs,
      },
      signal,
    )
    place.settle()
    if (end.kind === 'not-started')
      throw new Problem({
        code: 'not-found',
        message: `${program.join(' ')} could not be started: ${end.why}.`,
        where: program[0] ?? '',
        hint: 'Say what starts the agent: `dewpoint probe --agent-command`.',
      })
    return /\d{1,5}\.\d{1,5}\.\d{1,5}/.exec(end.said)?.[0] ?? null
  })
}

type FoundCut = { readonly index: number; readonly recorded: number | null }

async function findCuts(
  services: Services,
  task: StoredTask,
  { cuts }: ProbeInput,
  signal: AbortSignal,
): Promise<readonly FoundCut[]> {
  const { condensations } = await readAutopsy(services, task, signal)
  const places = condensations.flatMap(({ n, cut }) => (cut === null ? [] : [{ index: cut, recorded: n }]))
  const last = places.at(-1)
  if (cuts.length === 0) {
    if (last !== undefined) return [last]
    throw new Problem({
      code: 'bad-input',
      message: 'The session has no recorded condensation that could be gone back to.',
      where: task.path,
      hint: 'Name a message to cut it at: --at 120.',
    })
  }
  return cuts.map((cut) => {
    if ('messages' in cut)
      return {
        index: cut.messages,
        recorded: places.find(({ index }) => index === cut.messages)?.recorded ?? null,
      }
    const found = places.find(({ recorded }) => recorded === cut.recorded)
    if (found !== undefined) return found
    throw new Problem({
      code: 'not-found',
      message: `The session has no condensation ${cut.recorded} that could be gone back to.`,
      where: task.path,
      hint: 'List its condensations with `dewpoint condensations`.',
    })
  })
}

type CutParts = {
  readonly task: StoredTask
  readonly agent: string
  readonly runner: AgentRunner
  readonly program: readonly string[]
  readonly version: string | null
  readonly at: FoundCut
}

async function readyCut(
  services: Services,
  input: ProbeInput,
  { task, agent, runner, program, version, at }: CutParts,
  signal: AbortSignal,
): Promise<ReadyCut> {
  const record = await loadTaskRecord(services.store, task.id)
  const { methods, results } = await condenseAt(services, input, task, at, signal)
  const { questions = 0 } = input
  const prepared = await services.engine.run(
    'prepareCut',
    {
      ...record,
      at: at.index,
      path: task.path,
      questions: typeof questions === 'number' ? questions : 0,
    },
    { signal },
  )
  const workspace = await findWorkspaceSource(
    input.workspace ?? task.workspace ?? '',
    { commit: prepared.commit, ts: prepared.ts, changedBefore: prepared.changedBefore.length },
    services.environment,
  )
  const hasRoom = prepared.windowTokens === null || prepared.tokens < prepared.windowTokens * 0.9
  const uncondensed = {
    id: uncondensedId,
    label: 'Not condensed',
    tokens: prepared.tokens,
    why: hasRoom ? null : 'The window has no room for it.',
  }
  results.set(uncondensedId, null)
  const prompts = input.prompts.length > 0 ? [...input.prompts] : [prepared.prompt ?? standardPrompt]
  const planned: PlannedCut = {
    id: `${task.id}@${at.index}`,
    taskId: task.id,
    title: task.title,
    format: task.format,
    agent,
    at: at.index,
    recorded: at.recorded,
    prompts,
    promptFrom: input.prompts.length > 0 ? 'given' : prepared.prompt === null ? 'standard' : 'record',
    questions: typeof questions === 'number' ? [...prepared.questions] : questions,
    workspace,
    methods: [...methods, uncondensed],
    twin: null,
    commands: listCommands(program, runner, prompts),
    program: [...program],
    version,
    triedWith: runner.triedWith,
    estimateUsd: null,
  }
  const source = { ...record.source, cut: at.index }
  return { planned, task, runner, prepared, source, results }
}

/** What is started, with names in angles for what differs from fork to fork. */
function listCommands(
  program: readonly string[],
  { take, goOn }: AgentRunner,
  prompts: readonly string[],
): string[][] {
  const session = { sessionId: '<session>', path: '<session file>', cwd: '<copy>', prompt: '' }
  return [
    ...(take === undefined ? [] : [[...program, ...take(session)]]),
    ...prompts.map((prompt) => [...program, ...goOn({ ...session, prompt })]),
  ]
}

async function condenseAt(
  services: Services,
  { methods: armIds }: ProbeInput,
  task: StoredTask,
  at: FoundCut,
  signal: AbortSignal,
): Promise<{ methods: PlannedCut['methods']; results: Map<string, StoredBlob | null> }> {
  const results = new Map<string, StoredBlob | null>()
  const { arms } = await compareTask(
    services,
    task,
    { armIds, at: at.index, metrics: ['validity'] },
    { signal, onArm: async ({ armId, result }) => void results.set(armId, result) },
  )
  const methods = armIds.flatMap((id) => {
    const arm = arms.find((one) => one.id === id)
    if (arm === undefined) return []
    const { label, tokensAfter, outcome, problems } = arm
    const isMissing = id === recordedMethodId && at.recorded === null
    const failed = isMissing
      ? 'No condensation is recorded here.'
      : outcome === 'failed'
        ? (problems[0] ?? 'It failed.')
        : outcome === 'unchanged'
          ? 'It changes nothing here, as if it were not condensed.'
          : null
    return [{ id, label, tokens: failed === null ? tokensAfter : null, why: failed }]
  })
  if (methods.some(({ why }) => why === null)) return { methods, results }
  throw new Problem({
    code: 'bad-input',
    message: `No method can be played here: ${methods.map(({ id, why }) => `${id}: ${why ?? ''}`).join(' ')}`,
    where: task.path,
    hint: 'Name other methods, or another cut. `dewpoint arms` lists methods.',
  })
}

function planForks(
  probeId: string,
  { id: cutId, methods, twin }: PlannedCut,
  prepared: PreparedCut,
  { forks, limits }: ProbeInput,
): readonly PlannedFork[] {
  const played = methods.filter(({ why }) => why === null)
  const again = played.find(({ id }) => id === twin)
  const all = again === undefined ? played : [...played, { ...again, id: againId }]
  return all.flatMap(({ id: method, tokens }) =>
    Array.from({ length: forks }, (_, at) => ({
      id: computeId([probeId, cutId, method, at + 1]),
      cutId,
      method,
      n: at + 1,
      estimateUsd: estimateFork(prepared, tokens ?? prepared.tokens, limits.turns),
    })),
  )
}

function computeId(parts: readonly unknown[]): string {
  return computeSha256(JSON.stringify(parts)).slice(0, 12)
}

function requireBudget({ limits: { budgetUsd } }: ProbeInput, estimateUsd: number | null): void {
  if (budgetUsd === null) return
  if (estimateUsd === null)
    throw new Problem({
      code: 'bad-input',
      message: 'No price is known of the model of this session, so that no budget can be kept.',
      where: 'budget',
      hint: 'Leave the budget out: turns and minutes are limited too.',
    })
  if (estimateUsd > budgetUsd)
    throw new Problem({
      code: 'bad-input',
      message: `The budget is too small: all forks together cost up to $${estimateUsd.toFixed(2)}, and the budget is $${budgetUsd.toFixed(2)}.`,
      where: 'budget',
      hint: 'Name fewer methods or forks, or a larger budget.',
    })
}

function listNotes(
  cuts: readonly ReadyCut[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const notes = cuts.flatMap(({ planned, runner, prepared }) => {
    const { agent, version, triedWith, workspace } = planned
    return [
      triedWith === null
        ? `The probe has not been tried with ${agent}: look at what its first fork did.`
        : version !== null && version !== triedWith
          ? `${agent} is ${version} here, and was tried with ${triedWith}.`
          : '',
      runner.keys.some((key) => environment[key])
        ? ''
        : `No key of ${agent} is in the environment (${runner.keys.join(', ')}). Its sign-in is not copied.`,
      workspace.kind === 'commit' && workspace.changedBefore > 0
        ? `${workspace.changedBefore} files that the session had changed before the cut are as the commit has them.`
        : '',
      workspace.kind === 'folder'
        ? 'The project is copied as it is now: no commit of the time of the session was found.'
        : '',
      prepared.prices === null ? 'No price is known of its model: forks are counted in tokens alone.' : '',
    ]
  })
  return [...new Set(notes)].filter((note) => note !== '')
}
