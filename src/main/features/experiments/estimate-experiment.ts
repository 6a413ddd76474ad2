import type { RunEstimate } from '../../../shared/condense/estimate-types.ts'
import type { ExperimentStart } from '../../../shared/experiments/contract.ts'
import type { ExperimentEstimate, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'
import { estimateJudged, type JudgedEstimate } from '../../measure/judged/estimate-judged.ts'
import { estimateAnswerMs } from '../../methods/estimates/estimating-model.ts'
import type { CoreServices } from '../common/core-services.ts'
import { loadSource } from '../library/sources.ts'
import { computeCellKey, findModelIdentities } from './compute-cell-key.ts'
import type { PlannedCell } from './compute/matrix.ts'
import { askedJudge } from './judge-cells.ts'
import { openVariant } from './open-variant.ts'
import { selectShardCells } from './parts/select-shard-cells.ts'
import type { PlannedExperiment } from './plan-experiment.ts'
import { requirePlanned } from './read-plan.ts'

type EstimateServices = Pick<
  CoreServices,
  'store' | 'library' | 'reader' | 'engine' | 'access' | 'models' | 'arms' | 'now' | 'info'
>

/** Checkpoints of a variant that are tried; what they come to is scaled up by the tokens of all. */
const mostTried = 8

type Sum = Pick<ExperimentEstimate, 'modelTokens' | 'modelCalls' | 'costUsd' | 'durationMs'>
const nothing: Sum = { modelTokens: 0, modelCalls: 0, costUsd: 0, durationMs: 0 }

/** What starting an experiment would probably take: dry runs of its variants, and what the judge would be asked. */
export async function estimateExperiment(
  services: EstimateServices,
  request: ExperimentStart,
  signal: AbortSignal | undefined,
): Promise<ExperimentEstimate> {
  const { store, info } = services
  const planned = await requirePlanned(services, request)
  const { plan } = planned
  const identities = await findModelIdentities(store, plan)
  const cells = selectShardCells(plan, request.shard)
  const keyed = cells.map((cell) => ({ cell, key: computeCellKey(cell, plan, identities, info.version) }))
  const known =
    request.ignoreCache === true
      ? new Map<string, unknown>()
      : await store.experiments.findCells(keyed.map(({ key }) => key))
  // Twins are done once.
  const todo = [
    ...new Map(keyed.filter(({ key }) => !known.has(key)).map((one) => [one.key, one.cell])).values(),
  ]
  let runs = nothing
  let judge = nothing
  for (const variant of plan.variants) {
    const own = todo.filter((cell) => cell.variant.id === variant.id)
    const tried = await tryCells(services, planned, variant, own, signal)
    runs = add(runs, tried.runs)
    judge = add(judge, tried.judge)
  }
  const sum = add(runs, judge)
  return {
    cells: cells.length,
    reusable: cells.length - todo.length,
    modelTokens: Math.round(sum.modelTokens),
    modelCalls: Math.round(sum.modelCalls),
    costUsd: sum.costUsd,
    durationMs: startMs + (sum.durationMs + estimateMeasuringMs(todo)) / plan.file.concurrency,
    judgeCostUsd: judge.costUsd,
    judgeCalls: Math.round(judge.modelCalls),
  }
}

/** Until threads and tokenizers are up, and what reading and measuring take a token: round figures of slow machines. */
const startMs = 700
const measuringMsPerToken = 0.003

function estimateMeasuringMs(cells: readonly PlannedCell[]): number {
  return sumCellTokens(cells) * measuringMsPerToken
}

type Tried = { readonly runs: Sum; readonly judge: Sum }

async function tryCells(
  services: EstimateServices,
  { plan, sources }: PlannedExperiment,
  variant: PlannedVariant,
  cells: readonly PlannedCell[],
  signal: AbortSignal | undefined,
): Promise<Tried> {
  const firsts = cells.filter(({ repeat }) => repeat === 1)
  const sampled = firsts.filter((_, index) => index % Math.ceil(firsts.length / mostTried) === 0)
  let runs = nothing
  let judge = nothing
  for (const cell of sampled) {
    const known = sources.find(({ snapshotSha256 }) => snapshotSha256 === cell.checkpoint.snapshotSha256)
    if (known === undefined) continue
    const source = { ...(await loadSource(services.store, known.sourceBlob)), cut: cell.checkpoint.index }
    const scope = {
      runId: null,
      experimentId: null,
      taskId: null,
      maxExperimentUsd: null,
      ignoreCache: false,
    }
    const { input } = await openVariant(services.models, variant, scope)
    const { estimate } = await services.engine.run(
      'estimateRun',
      { ...input, source },
      signal === undefined ? {} : { signal },
    )
    runs = add(runs, estimateVariantSum(estimate, variant))
    judge = add(judge, await estimateJudge(services, plan, cell, estimate))
  }
  const factor = sumCellTokens(cells) / Math.max(1, sumCellTokens(sampled))
  return { runs: scaleSum(runs, factor), judge: scaleSum(judge, factor) }
}

function estimateVariantSum(
  { modelCalls, costUsd, durationMs, originalTokens }: RunEstimate,
  { model }: PlannedVariant,
): Sum {
  const isAsked = model?.isRemote === true && modelCalls > 0
  return {
    modelCalls: isAsked ? modelCalls : 0,
    modelTokens: isAsked ? originalTokens : 0,
    costUsd,
    durationMs,
  }
}

/** What the metrics of a cell would ask of the judge. */
async function estimateJudge(
  services: EstimateServices,
  plan: PlannedExperiment['plan'],
  { checkpoint, variant }: PlannedCell,
  { finalTokens }: RunEstimate,
): Promise<Sum> {
  const judge = askedJudge(plan)
  if (judge === undefined) return nothing
  const groups = [...new Set(plan.metrics.filter(({ needsModel }) => needsModel).map(({ group }) => group))]
  const isBaseline = variant.id === plan.baselineId
  const cell = {
    sourceTokens: checkpoint.tokens,
    resultTokens: finalTokens,
    isFirstOfCheckpoint: isBaseline,
  }
  const { profile: profileId, probes, steps } = judge
  // The baseline's own estimate is not at hand; contexts of one experiment are of a size.
  const baselineTokens = isBaseline ? null : finalTokens
  const asked = { ...cell, groups, baselineTokens, probes, steps }
  return estimateProfileCost(services, profileId, (windowTokens) =>
    estimateJudged({ ...asked, windowTokens }),
  )
}

async function estimateProfileCost(
  { store, models }: EstimateServices,
  profileId: string,
  estimate: (windowTokens: number) => JudgedEstimate,
): Promise<Sum> {
  const profile = await store.profiles.get(profileId)
  if (profile === null) return nothing
  const { calls, inputTokens, outputTokens } = estimate(profile.windowTokens)
  const { prices } = await models.describe(profile)
  const usage = { input: inputTokens, output: outputTokens, cacheWrites: 0, cacheReads: 0 }
  return {
    modelCalls: calls,
    modelTokens: inputTokens,
    costUsd: computeCost(usage, prices).costUsd,
    durationMs: calls === 0 ? 0 : calls * estimateAnswerMs(outputTokens / calls),
  }
}

function sumCellTokens(cells: readonly PlannedCell[]): number {
  return cells.reduce((sum, { checkpoint }) => sum + checkpoint.tokens, 0)
}

function add(a: Sum, b: Sum): Sum {
  return {
    modelTokens: a.modelTokens + b.modelTokens,
    modelCalls: a.modelCalls + b.modelCalls,
    costUsd: a.costUsd + b.costUsd,
    durationMs: a.durationMs + b.durationMs,
  }
}

function scaleSum(sum: Sum, factor: number): Sum {
  return {
    modelTokens: sum.modelTokens * factor,
    modelCalls: sum.modelCalls * factor,
    costUsd: sum.costUsd * factor,
    durationMs: sum.durationMs * factor,
  }
}
