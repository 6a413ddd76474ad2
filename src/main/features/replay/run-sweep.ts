import { availableParallelism } from 'node:os'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { formatCountWithNoun, formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { SweepInput } from '../../../shared/replay/sweep-contract.ts'
import {
  sweepWindows,
  usualSweepArms,
  usualSweepTasks,
  usualThresholds,
  findWindowHolding,
  type LeftOutReason,
  type RecordedTriggers,
  type SweepResult,
} from '../../../shared/replay/sweep-types.ts'
import { createSlots } from '../../platform/workers/slots.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { findWorkspace } from '../experiments/find-workspace.ts'
import { loadTaskSource } from '../library/sources.ts'
import { findRunPins } from '../library/task-pins.ts'
import { requireArm } from '../methods/require-arm.ts'
import { findPeakTokens } from './compute/choose-record-window.ts'
import { collectRecordedTriggers } from './compute/collect-recorded-triggers.ts'
import { listTriedTriggers } from './compute/summarise-triggers.ts'
import { sweepPoints, type SweepPoint } from './compute/sweep-points.ts'
import type { SweepArm, SweepTaskOutput, SweepTrigger } from './jobs/sweep-task.ts'
import { planReplay, type ReplayPlan } from './plan-replay.ts'

type SweepServices = Pick<CoreServices, 'store' | 'engine' | 'models' | 'newId'>

/** What a sweep works through, everything that was left out of the request filled in. */
export type SweepPlan = {
  readonly tasks: readonly StoredTask[]
  readonly recordedTriggers: RecordedTriggers
  readonly leftOut: SweepResult['leftOut']
  readonly arms: readonly string[]
  readonly windows: readonly number[]
  readonly points: readonly SweepPoint[]
  readonly limits: Pick<SweepInput, 'profileId' | 'maxCostUsd'>
  readonly idleMinutes: number | undefined
}

/** The method that triggers beyond size are tried with: the agent that has them. */
const triggerArm = 'claude-code'

/** Chooses the tasks and the points of a sweep. Throws a `Problem`. */
export async function planSweep(
  { store }: Pick<SweepServices, 'store'>,
  input: SweepInput,
): Promise<SweepPlan> {
  const arms = [...new Set(input.arms ?? usualSweepArms)]
  for (const id of arms) requireArm(id)
  const found = await Promise.all([...new Set(input.taskIds)].map((id) => findTask(store, id)))
  const usable = found.flatMap(({ task, reason }) => (task === null || reason !== null ? [] : task))
  const longest = usable.toSorted((a, b) => b.meta.usage.requests.length - a.meta.usage.requests.length)
  const tasks = longest.slice(0, input.mostTasks ?? usualSweepTasks)
  const windows = [...new Set(input.windows ?? selectWindows(tasks))].toSorted((a, b) => a - b)
  const thresholds = input.thresholds ?? usualThresholds
  const largest = windows.at(-1) ?? 0
  const above = thresholds.find((threshold) => 'tokens' in threshold && threshold.tokens > largest)
  if (above !== undefined && 'tokens' in above && input.thresholds !== undefined)
    throw createAboveWindowProblem(above.tokens, largest)
  if (input.profileId !== undefined && input.maxCostUsd === undefined) throw createUnlimitedProblem()
  const over = longest.slice(tasks.length).map((task) => buildLeftOut(task, 'over-limit'))
  const leftOut = found.flatMap(({ id, task, reason }) =>
    reason === null ? [] : { id, title: task?.title ?? '', reason },
  )
  if (tasks.length === 0) throw createNothingRecordedProblem(found.length)
  const limits = { profileId: input.profileId, maxCostUsd: input.maxCostUsd }
  const recordedTriggers = collectRecordedTriggers(
    found.flatMap(({ task }) =>
      task === null ? [] : [{ id: task.id, title: task.title, format: task.format, usage: task.meta.usage }],
    ),
  )
  return {
    tasks,
    recordedTriggers,
    leftOut: [...leftOut, ...over],
    arms,
    windows,
    points: sweepPoints(thresholds, windows),
    limits,
    idleMinutes: input.idleMinutes,
  }
}

/** The usual windows but those that none of the tasks had: a request of each did not fit. */
function selectWindows(tasks: readonly StoredTask[]): readonly number[] {
  const least = tasks.map(({ meta }) => findWindowHolding(findPeakTokens(meta.usage)))
  return sweepWindows.filter((window) => least.length === 0 || least.some((one) => window >= one))
}

async function findTask(store: SweepServices['store'], id: string) {
  try {
    const task = await requireTask(store, id)
    return { id, task, reason: hasUsage(task) ? null : ('no-usage' as const) }
  } catch (error) {
    if (error instanceof Problem) return { id, task: null, reason: 'unreadable' as const }
    throw error
  }
}

function hasUsage({ meta: { usage } }: StoredTask): boolean {
  return usage.requests.some(
    ({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }) => tokensIn + cacheReads + cacheWrites > 0,
  )
}

function buildLeftOut({ id, title }: StoredTask, reason: LeftOutReason): SweepResult['leftOut'][number] {
  return { id, title, reason }
}

type Running = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: RunProgress) => void
}

/** Plays the tasks of a sweep, several at a time, and brings them together. Null where it was cancelled. Throws a `Problem`. */
export async function runSweep(
  services: SweepServices,
  plan: SweepPlan,
  { signal, onProgress }: Running,
): Promise<SweepResult | null> {
  const each = plan.arms.length * plan.points.length
  const done = new Map<string, number>()
  const slots = createSlots(availableParallelism())
  const playOne = async (task: StoredTask) => {
    const output = await sweepOne(services, plan, task, {
      signal,
      onProgress: ({ done: plays }) => {
        done.set(task.id, plays)
        const finished = [...done.values()].reduce((sum, count) => sum + count, 0)
        onProgress({ stage: 'sweep', label: 'Playing', done: finished, total: plan.tasks.length * each })
      },
    })
    done.set(task.id, each)
    return { task, output }
  }
  const outputs = await Promise.all(plan.tasks.map((task) => slots.use(() => playOne(task), signal)))
  if (outputs.some(({ output }) => output.kind === 'cancelled')) return null
  const played = outputs.flatMap(({ task, output }) => (output.kind === 'finished' ? { task, output } : []))
  const leftOut = outputs.flatMap(({ task, output }) =>
    output.kind === 'left-out' ? buildLeftOut(task, output.reason) : [],
  )
  const tasks = played.map(({ task, output }) => ({
    ...output,
    taskId: task.id,
    workspace: findWorkspace(task),
  }))
  const { never, recorded, rows, recommended, triggers } = await services.engine.run(
    'summariseSweep',
    { tasks, windows: plan.windows, triggerArm, idleMinutes: plan.idleMinutes ?? null },
    { signal },
  )
  if (never === null) throw createNothingPlayedProblem(plan.tasks.length)
  return {
    tasks: played.map(({ task, output }) => buildResultTask(task, output)),
    leftOut: [...plan.leftOut, ...leftOut],
    never,
    recorded,
    sweep: [...rows],
    ...(triggers === undefined ? {} : { triggers }),
    recordedTriggers: [...plan.recordedTriggers],
    windows: [...recommended],
    recommended: recommended[0] ?? null,
  }
}

type Finished = Extract<SweepTaskOutput, { kind: 'finished' }>

function buildResultTask(
  { id, title }: StoredTask,
  { requests, peakTokens, neverUsd, recordedUsd }: Finished,
): SweepResult['tasks'][number] {
  return { id, title, requests, peakTokens, neverUsd, recordedUsd }
}

async function sweepOne(
  services: SweepServices,
  plan: SweepPlan,
  task: StoredTask,
  { signal, onProgress }: Running,
): Promise<SweepTaskOutput> {
  const source = await loadTaskSource(services.store, task)
  const pins = await findRunPins(services, { taskId: task.id }, () => Promise.resolve(source))
  const entries = plan.arms.flatMap((arm) =>
    plan.windows.map((window) => ({
      id: `${arm}-${window}`,
      arm,
      window,
      trigger: 'threshold' as const,
      ...(plan.limits.profileId === undefined ? {} : { profile: plan.limits.profileId }),
    })),
  )
  const { maxCostUsd, profileId } = plan.limits
  const window = findWindowHolding(findPeakTokens(task.meta.usage))
  // Whoever names a model pays for what was asked for, and for no more.
  const tried = profileId === undefined ? listTriedTriggers(triggerArm, plan.idleMinutes) : []
  const all = [...entries, ...tried.map(({ entry }) => ({ ...entry, window }))]
  const planned = await planReplay(services, all, { taskId: task.id, pins, maxCostUsd })
  const arms = sweepArms(plan, planned, entries)
  const triggers = tried.flatMap(({ entry, kind, leastTokens }): SweepTrigger[] => {
    const policy = planned.policies.find(({ id }) => id === entry.id)
    return policy !== undefined && 'run' in policy ? [{ ...policy, kind, leastTokens }] : []
  })
  const job = { usage: task.meta.usage, source, arms, triggers }
  return services.engine.run('sweepTask', job, { models: planned.find, signal, onProgress })
}

/** The arms of a plan, each with the points that it is played at in its window. */
function sweepArms(
  { points }: SweepPlan,
  { policies }: ReplayPlan,
  entries: readonly { readonly id: string; readonly arm: string; readonly window: number }[],
): readonly SweepArm[] {
  return entries.flatMap(({ id, arm, window }) => {
    const policy = policies.find((one) => one.id === id)
    const own = points.filter(({ windowTokens }) => windowTokens === window)
    if (policy === undefined || !('run' in policy) || own.length === 0) return []
    const { run, isBuiltIn, reusesPrefix = false } = policy
    return { id, arm, run, isBuiltIn, reusesPrefix, points: own }
  })
}

function createAboveWindowProblem(tokens: number, windowTokens: number): Problem {
  return new Problem({
    code: 'bad-input',
    message: `A threshold of ${formatCount(tokens)} tokens is above the window of ${formatCount(windowTokens)} tokens`,
    where: 'thresholds',
    hint: 'Name a smaller threshold, or a larger window.',
  })
}

function createUnlimitedProblem(): Problem {
  return new Problem({
    code: 'bad-input',
    message:
      'A profile asks a model for every condensation of every task, and nothing says what that may cost',
    where: 'maxCostUsd',
    hint: 'Say what the model may cost for each task and arm, or leave the profile out.',
  })
}

function createNothingRecordedProblem(tasks: number): Problem {
  const none =
    tasks === 1 ? 'The task does not record' : `None of the ${formatCountWithNoun(tasks, 'task')} records`
  return new Problem({
    code: 'bad-input',
    message: `${none} what its requests used`,
    where: 'taskIds',
    hint: 'Choose tasks whose agent recorded tokens of its requests.',
  })
}

function createNothingPlayedProblem(tasks: number): Problem {
  const none = tasks === 1 ? 'The task cannot' : `None of the ${formatCountWithNoun(tasks, 'task')} can`
  return new Problem({
    code: 'bad-input',
    message: `${none} be played again with a known cost`,
    where: 'taskIds',
    hint: 'Choose tasks of models with known prices.',
  })
}
