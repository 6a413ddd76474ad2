import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import {
  buildProbeExperimentId,
  type ForkAnswers,
  type ForkFigures,
} from '../../../shared/probe/probe-types.ts'
import { listSpendingLimits } from '../../platform/models/spending-limits.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import type { ReadyFork } from './run-fork.ts'

type BookServices = Pick<Services, 'store' | 'now'>

/**
 * Reserves in the book what a fork may cost, within the limits of the policy: whoever kills Dewpoint from here on leaves what
 * was perhaps paid. Gives the number of the entry. Throws a `Problem` where a limit has no room for it.
 */
export async function reserveFork(
  { store, now }: BookServices,
  { fork, cut }: ReadyFork,
  probeId: string,
): Promise<number> {
  const { task, planned } = cut
  const experimentId = buildProbeExperimentId(probeId)
  const scope = {
    runId: null,
    experimentId,
    taskId: task.id,
    maxRunUsd: null,
    maxExperimentUsd: null,
    ignoreCache: false,
  }
  const limits = listSpendingLimits(scope, await readPolicy(store), now())
  const model = task.model ?? planned.agent
  const worstCaseUsd = fork.estimateUsd ?? 0
  const reserved = await store.spending.reserve(
    { ts: now(), profileId: planned.agent, model, runId: null, experimentId, taskId: task.id, worstCaseUsd },
    limits,
  )
  if (reserved.ok) return reserved.callId
  const { limit, takenUsd } = reserved
  throw new Problem({
    code: 'not-allowed',
    message: `A fork may cost ${formatUsd(worstCaseUsd)}, and the limit of the ${limit.name} is ${formatUsd(limit.limitUsd)}, of which ${formatUsd(takenUsd)} are taken.`,
    where: 'policy',
    hint: 'Raise the limit with `dewpoint policy`, or try again when it has room.',
  })
}

/** Books what a fork did cost, once its session was read. One of a model without a price is booked with its tokens alone. */
export async function settleFork(
  { store }: BookServices,
  callId: number | null,
  { figures, answers }: { readonly figures: ForkFigures; readonly answers: ForkAnswers | null },
): Promise<void> {
  if (callId === null) return
  await store.spending.settle(callId, (figures.costUsd ?? 0) + (answers?.costUsd ?? 0), figures.tokens)
}

/** What forks of a probe cost that were at work when Dewpoint was killed; US dollars. */
export async function readPerhapsPaid(
  { store }: BookServices,
  probeId: string,
): Promise<{ readonly calls: number; readonly usd: number }> {
  const summary = await store.experiments.summary(buildProbeExperimentId(probeId))
  return summary?.perhapsPaid ?? { calls: 0, usd: 0 }
}
