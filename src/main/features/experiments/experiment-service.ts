import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ExperimentStart } from '../../../shared/experiments/contract.ts'
import type {
  ExperimentEvent,
  ExperimentPlan,
  ExperimentSummary,
  Shard,
} from '../../../shared/experiments/experiment-types.ts'
import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { CoreServices } from '../common/core-services.ts'
import { createLiveJobs, type LiveJobs } from '../common/live-jobs.ts'
import { Problem } from '../common/problem.ts'
import { requireExperiment, requireExperimentSummary } from '../common/require-stored.ts'
import { streamEvents } from '../common/stream-events.ts'
import { selectShardCells } from './parts/select-shard-cells.ts'
import { requirePlanned } from './read-plan.ts'
import { runExperiment, type CellsElsewhere, type ExperimentRun } from './run-experiment.ts'

/** Experiments in progress: started here, watched from anywhere, kept cell by cell. */
export type ExperimentService = {
  /** `elsewhere` has its cells done by others. */
  readonly start: (
    request: ExperimentStart,
    elsewhere?: CellsElsewhere,
  ) => Promise<{ readonly summary: ExperimentSummary; readonly resumed: boolean }>
  readonly resume: (request: {
    readonly experimentId: string
    readonly retryFailed?: boolean | undefined
    readonly maxCostUsd?: number | undefined
  }) => Promise<ExperimentSummary>
  readonly watch: (
    experimentId: string,
    signal?: AbortSignal,
  ) => Promise<AsyncGenerator<ExperimentEvent, void>>
  readonly cancel: (experimentId: string) => Promise<void>
  /** Cancels what is running and waits for it to be kept. */
  readonly close: () => Promise<void>
}

export type ExperimentDependencies = CoreServices

type Options = Omit<ExperimentRun, 'signal' | 'tell'>

/** How often one that another process runs is looked at, in milliseconds. */
const lookEveryMs = 1000

/** Starts the service; nothing runs until it is asked to. */
export function createExperimentService(dependencies: ExperimentDependencies): ExperimentService {
  const { store } = dependencies
  const jobs = createLiveJobs<ExperimentEvent>()
  const begin = (id: string, options: Options): Promise<ExperimentSummary> =>
    beginExperiment(dependencies, jobs, id, options)
  return {
    start: async (request, elsewhere) => {
      const { id, resumed, budgetUsd } = await findOrCreateExperiment(dependencies, request)
      const { ignoreCache = false, retryFailed = false } = request
      const maxExperimentUsd = findLowestLimit(budgetUsd, request.maxCostUsd)
      const summary = await begin(id, { ignoreCache, retryFailed, maxExperimentUsd, elsewhere })
      return { summary, resumed }
    },
    resume: async ({ experimentId, retryFailed = false, maxCostUsd }) => {
      const experiment = await requireExperiment(store, experimentId)
      if (experiment.isImported) throw createImportedProblem(experimentId)
      if (experiment.plan.probe !== undefined) throw createProbeProblem(experimentId, experiment.plan.probe)
      await requireArms(dependencies, experiment.plan)
      if (!(await store.experiments.claim(experimentId))) throw createAlreadyRunningProblem(experimentId)
      if (retryFailed) await store.experiments.removeFailedCells(experimentId)
      const maxExperimentUsd = maxCostUsd ?? experiment.plan.file.budgetUsd ?? null
      return begin(experimentId, { ignoreCache: false, retryFailed, maxExperimentUsd })
    },
    watch: async (experimentId, signal) => {
      const summary = await requireExperimentSummary(store, experimentId)
      const events = jobs.watch(experimentId, [{ kind: 'state', summary }], signal)
      return events ?? watchFromAfar(dependencies, summary, signal)
    },
    cancel: async (experimentId) => {
      if (await jobs.cancel(experimentId)) return
      const { status } = await requireExperimentSummary(store, experimentId)
      if (status === 'running') throw createRunsElsewhereProblem(experimentId)
    },
    close: () => jobs.close(),
  }
}

/** The experiment that a request stands for: a new one, or an unfinished one that does exactly the same. */
async function findOrCreateExperiment(
  dependencies: ExperimentDependencies,
  request: ExperimentStart,
): Promise<{ readonly id: string; readonly resumed: boolean; readonly budgetUsd: number | undefined }> {
  const { store, now, newId } = dependencies
  const { text, resume = false, retryFailed = false } = request
  const planned = await requirePlanned(dependencies, request)
  const plan = withShard(planned.plan, request.shard)
  const { budgetUsd } = plan.file
  await requireArms(dependencies, plan)
  const contentSha256 = hashOfPlan(plan)
  const unfinished = resume ? await store.experiments.newestUnfinished(contentSha256) : null
  if (unfinished !== null) {
    if (!(await store.experiments.claim(unfinished))) throw createAlreadyRunningProblem(unfinished)
    if (retryFailed) await store.experiments.removeFailedCells(unfinished)
    return { id: unfinished, resumed: true, budgetUsd }
  }
  const id = newId()
  await store.experiments.insert({
    id,
    name: formatExperimentName(plan),
    contentSha256,
    status: 'running',
    reason: '',
    isSample: false,
    isImported: false,
    createdTs: now(),
    finishedTs: null,
    text,
    plan,
    sources: planned.sources.map(({ snapshotSha256, sourceBlob }) => ({ snapshotSha256, sourceBlob })),
  })
  return { id, resumed: false, budgetUsd }
}

function withShard(plan: ExperimentPlan, shard: Shard | undefined): ExperimentPlan {
  if (shard === undefined) return plan
  const cells = selectShardCells(plan, shard).length
  return { ...plan, shard: { ...shard, cells, wholeSha256: hashOfPlan(plan) } }
}

function formatExperimentName({ file: { name }, shard }: ExperimentPlan): string {
  return shard === undefined ? name : `${name} (shard ${shard.index} of ${shard.of})`
}

/** Of what an experiment does. How fast, and for how much at most, is nothing that its figures depend on. */
function hashOfPlan({
  file: { budgetUsd: _budget, concurrency: _concurrency, ...file },
  ...plan
}: ExperimentPlan): string {
  // Cells do not depend on the project or on the end of a task, which older plans lack.
  const checkpoints = plan.checkpoints.map(({ workspace: _workspace, outcome: _outcome, ...cut }) => cut)
  return createHash('sha256')
    .update(JSON.stringify({ ...plan, checkpoints, file }))
    .digest('hex')
}

/** A file that came from elsewhere runs nothing that nobody has allowed here. */
async function requireArms({ arms }: ExperimentDependencies, { variants }: ExperimentPlan): Promise<void> {
  for (const { id, providerId, settings } of variants) {
    const refusal = await arms.findRefusal(providerId, settings)
    if (refusal === null) continue
    throw new Problem({
      code: 'not-allowed',
      message: `The variant ${id} cannot be run`,
      where: id,
      hint: refusal,
    })
  }
}

function findLowestLimit(...limits: readonly (number | undefined)[]): number | null {
  const set = limits.filter((limit) => limit !== undefined)
  return set.length === 0 ? null : findSmallest(set)
}

function beginExperiment(
  dependencies: ExperimentDependencies,
  jobs: LiveJobs<ExperimentEvent>,
  id: string,
  options: Options,
): Promise<ExperimentSummary> {
  const readSummary = (): Promise<ExperimentSummary> => requireExperimentSummary(dependencies.store, id)
  const begun = readSummary()
  jobs.begin(id, {
    run: ({ signal, push: tell }) => runExperiment(dependencies, id, { ...options, signal, tell }),
    readLast: async () => ({ kind: 'finished', summary: await readSummary() }),
  })
  return begun
}

/** What another process runs, or what has ended. */
function watchFromAfar(
  { store }: Pick<ExperimentDependencies, 'store'>,
  first: ExperimentSummary,
  reader: AbortSignal | undefined,
): AsyncGenerator<ExperimentEvent, void> {
  return streamEvents<ExperimentEvent>(async ({ signal, push }) => {
    let summary = first
    while (summary.status === 'running') {
      push({ kind: 'state', summary })
      await setTimeout(lookEveryMs, undefined, { signal })
      summary = await requireExperimentSummary(store, first.id)
    }
    push({ kind: 'finished', summary })
  }, reader)
}

function createAlreadyRunningProblem(id: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment ${id} is running already`,
    where: id,
    hint: 'Wait for it to end, or cancel it where it was started.',
  })
}

function createRunsElsewhereProblem(id: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment ${id} is run by another process`,
    where: id,
    hint: 'Cancel it where it was started.',
  })
}

/** Forks are paid: whoever goes on agrees to a plan and its price first. */
function createProbeProblem(id: string, { command }: { readonly command: string }): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment ${id} is a probe, which lets an agent go on`,
    where: id,
    hint: `Go on with it by: ${command}`,
  })
}

function createImportedProblem(id: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The experiment ${id} was imported, so that it cannot be gone on with`,
    where: id,
    hint: 'Start it anew from its YAML. The tasks that it names have to be there.',
  })
}
