import { describeError } from '../../../shared/kernel/describe-error.ts'
import { sumKnown } from '../../../shared/kernel/numbers.ts'
import { nameProbeMethod } from '../../../shared/probe/build-probe.ts'
import type { ForkResult, ProbeInput, ProbeResult } from '../../../shared/probe/probe-types.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import { readPerhapsPaid } from './book-fork.ts'
import { openKeptProbe, type KeptProbe } from './keep-probe.ts'
import { planProbe, type ReadyProbe } from './plan-probe.ts'
import { openProbeStore, removeLeftForks } from './probe-store.ts'
import { runFork, type ForkRunning } from './run-fork.ts'

/** What a person agreed to. */
export type ProbeRun = { readonly input: ProbeInput; readonly planId: string; readonly keeps: boolean }

export type ProbeRunning = {
  readonly signal: AbortSignal
  readonly onProgress: (label: string, done: number, total: number) => void
}

/** Plans a probe, and looks which of its forks are finished. Throws a `Problem` where it could not be run. */
export function planWithStore(
  services: Services,
  input: ProbeInput,
  running: ProbeRunning & { readonly isDryRun: boolean },
): Promise<ReadyProbe> {
  return planProbe(services, input, {
    ...running,
    isFinished: async (probeId, forkId) =>
      (await openProbeStore(services.info.dataFolder, probeId).find(forkId)) !== null,
  })
}

/**
 * Runs the forks of a probe that are not finished, one after the other, and compares all. Each is kept once it is done, so
 * that a probe that is stopped or killed goes on with what is missing. Throws a `Problem`, and `Cancelled`.
 */
export async function runProbe(
  services: Services,
  { input, planId, keeps }: ProbeRun,
  running: ProbeRunning,
): Promise<ProbeResult> {
  const { plan, cuts } = await planWithStore(services, input, { ...running, isDryRun: false })
  if (plan.id !== planId)
    throw new Problem({
      code: 'not-allowed',
      message:
        'What would be run is no longer what was agreed to: the session, its project or its agent has changed.',
      where: planId,
      hint: 'Look at the plan again.',
    })
  return runWhileClaimed(services, plan.id, async () => {
    await removeLeftForks(services.info.dataFolder)
    return playForks(services, { input, keeps }, { plan, cuts }, running)
  })
}

/** Probes that this process runs: its claims do not keep itself away. */
const atWork = new Set<string>()
/** Longer than any probe. */
const claimMs = 30 * 86_400_000

/** Runs a probe while nobody else runs the same one, who would pay for its forks once more. Throws a `Problem`. */
async function runWhileClaimed<T>(
  { store: { claims }, info }: Services,
  probeId: string,
  work: () => Promise<T>,
): Promise<T> {
  const name = `probe ${probeId}`
  const own = `${info.dataFolder} ${name}`
  if (atWork.has(own) || !(await claims.take(name, claimMs)))
    throw new Problem({
      code: 'not-allowed',
      message: 'This probe is running already, in another window or terminal.',
      where: probeId,
      hint: 'Wait for it or cancel it there. Then the same command shows what came of it.',
    })
  atWork.add(own)
  try {
    return await work()
  } finally {
    atWork.delete(own)
    await claims.leave(name)
  }
}

async function playForks(
  services: Services,
  { input, keeps }: Omit<ProbeRun, 'planId'>,
  ready: ReadyProbe,
  running: ProbeRunning,
): Promise<ProbeResult> {
  const { plan } = ready
  const kept = await openKeptProbe(services, input, ready)
  try {
    const { results, stopped } = await playMissing(services, { input, keeps }, ready, { ...running, kept })
    await kept.finish(results.length < plan.forks.length ? 'stopped' : 'finished', stopped)
    return {
      plan: { ...plan, finished: results.length },
      forks: [...results],
      comparisons: [...(await kept.compare(results))],
      stopped,
      spentUsd: results.some((fork) => readSpentUsd(fork) === null)
        ? null
        : sumKnown(results.map(readSpentUsd)),
    }
  } catch (error) {
    const isCancelled = running.signal.aborted
    await kept.finish(isCancelled ? 'cancelled' : 'failed', isCancelled ? '' : describeError(error))
    throw error
  }
}

async function playMissing(
  services: Services,
  { input, keeps }: Omit<ProbeRun, 'planId'>,
  { plan, cuts }: ReadyProbe,
  { kept, signal, onProgress }: ProbeRunning & { readonly kept: KeptProbe },
): Promise<{ readonly results: readonly ForkResult[]; readonly stopped: string }> {
  const store = openProbeStore(services.info.dataFolder, plan.id)
  const { budgetUsd } = input.limits
  const killedUsd = budgetUsd === null ? 0 : (await readPerhapsPaid(services, plan.id)).usd
  const results: ForkResult[] = []
  let stopped = ''
  for (const [at, fork] of plan.forks.entries()) {
    const known = await store.find(fork.id)
    const cut = cuts.find(({ planned }) => planned.id === fork.cutId)
    if (known === null && (cut === undefined || stopped !== '')) continue
    const leftUsd =
      budgetUsd === null ? null : budgetUsd - killedUsd - (sumKnown(results.map(readSpentUsd)) ?? 0)
    if (known === null && leftUsd !== null && leftUsd <= 0) {
      stopped = `The budget of $${(budgetUsd ?? 0).toFixed(2)} is spent.`
      continue
    }
    if (known === null && cut !== undefined)
      onProgress(`${nameProbeMethod(fork.method, cut.planned)}, fork ${fork.n}`, at, plan.forks.length)
    const shared: ForkRunning = { services, input, store, keeps, signal, leftUsd, probeId: plan.id }
    const result = known ?? (cut === undefined ? null : await runFork({ fork, cut }, shared))
    if (result === null) continue
    results.push(result)
    await kept.keepFork(result)
  }
  return { results, stopped }
}

/** With what the questions cost; null where nobody knows. */
function readSpentUsd({ figures, answers }: ForkResult): number | null {
  return figures.costUsd === null || answers?.costUsd === null
    ? null
    : figures.costUsd + (answers?.costUsd ?? 0)
}
