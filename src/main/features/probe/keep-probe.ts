import type { ExperimentPlan, ExperimentStatus } from '../../../shared/experiments/experiment-types.ts'
import { probeMetrics } from '../../../shared/probe/probe-metrics.ts'
import {
  againId,
  buildProbeExperimentId,
  probeFigures,
  type ForkResult,
  type ProbeComparison,
  type ProbeInput,
} from '../../../shared/probe/probe-types.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import type { Services } from '../common/services.ts'
import { buildForkCell, buildProbeExperiment, listUnplayedCells } from './compute/build-probe-experiment.ts'
import type { ReadyProbe } from './plan-probe.ts'

type KeepServices = Pick<Services, 'store' | 'engine' | 'now'>

/** A probe among the experiments, where lists, pages and reports find it. */
export type KeptProbe = {
  readonly id: string
  readonly keepFork: (fork: ForkResult) => Promise<void>
  readonly finish: (status: Exclude<ExperimentStatus, 'running'>, reason: string) => Promise<void>
  readonly compare: (forks: readonly ForkResult[]) => Promise<readonly ProbeComparison[]>
}

/** Takes a probe up among the experiments as one that runs, or goes on with the one that it was kept as before. */
export async function openKeptProbe(
  { store, engine, now }: KeepServices,
  input: ProbeInput,
  { plan, cuts }: ReadyProbe,
): Promise<KeptProbe> {
  const id = buildProbeExperimentId(plan.id)
  const tasks = [...new Map(cuts.map(({ task }) => [task.id, task])).values()]
  const built = buildProbeExperiment({ input, plan, tasks })
  if (!(await store.experiments.claim(id)))
    await store.experiments.insert({
      id,
      name: built.plan.file.name,
      contentSha256: plan.id,
      status: 'running',
      reason: '',
      isSample: false,
      isImported: false,
      createdTs: now(),
      finishedTs: null,
      ...built,
      sources: tasks.map(({ snapshotSha256, sourceBlob }) => ({ snapshotSha256, sourceBlob })),
    })
  const kept = new Set((await store.experiments.cells(id)).map((cell) => cell.id))
  const save = async (cell: ReturnType<typeof buildForkCell>, result: StoredBlob | null): Promise<void> => {
    if (kept.has(cell.id)) return
    const own = { experimentId: id, key: `${id} ${cell.id}`, judgementsBlob: null }
    await store.experiments.saveCell(
      { ...cell, ...own, payloadBlob: result?.hash ?? null },
      result === null ? [] : [result],
    )
    kept.add(cell.id)
  }
  for (const cell of listUnplayedCells(plan, input.forks, now())) await save(cell, null)
  return {
    id,
    keepFork: async (fork) => {
      const cut = cuts.find(({ planned }) => planned.id === fork.cutId)
      const result = cut?.results.get(findPlayed(fork, cut.planned.twin)) ?? null
      const cell = buildForkCell(fork, input, now())
      await save(result === null ? { ...cell, outcome: 'unchanged' } : cell, result)
    },
    finish: async (status, reason) => {
      await store.experiments.finish(id, { status, reason, finishedTs: now() })
    },
    compare: (forks) => compareForks(engine, built.plan, { input, forks }),
  }
}

/** The method that left what a fork begins with. */
export function findPlayed({ method }: Pick<ForkResult, 'method'>, twin: string | null): string {
  return method === againId ? (twin ?? '') : method
}

/** Fewer cuts are no ground for a verdict. */
const fewestCuts = 5

/** Holds each method against the baseline, as experiments do, and the second forks of the baseline against the first. */
async function compareForks(
  engine: KeepServices['engine'],
  plan: ExperimentPlan,
  { input, forks }: { readonly input: ProbeInput; readonly forks: readonly ForkResult[] },
): Promise<readonly ProbeComparison[]> {
  const cells = forks.map((fork) => buildForkCell(fork, input, 0))
  const { comparisons } = await engine.run('summariseCells', { plan, cells })
  return comparisons.flatMap(({ a, b, metric, pairs, difference, low, high, verdict }): ProbeComparison[] => {
    const figure = probeFigures.find((name) => probeMetrics[name].id === metric)
    if (figure === undefined || pairs.length === 0) return []
    const hasEnough = pairs.length >= fewestCuts
    return [
      {
        method: b,
        against: a,
        figure,
        cuts: pairs.length,
        difference,
        interval: hasEnough && low !== null && high !== null ? { low, high } : null,
        verdict: hasEnough ? verdict : null,
      },
    ]
  })
}
