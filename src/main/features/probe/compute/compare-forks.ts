import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import {
  againId,
  probeFigures,
  uncondensedId,
  type ForkResult,
  type ProbeComparison,
  type ProbePlan,
} from '../../../../shared/probe/probe-types.ts'
import { compareFamily } from '../../../measure/statistics/compare-family.ts'

/** Fewer cuts are no ground for a verdict. */
export const fewestCuts = 5

type Figure = ProbeComparison['figure']

/** A cent, a hundred tokens, and a tenth of the forks are not worth naming. */
const margins: Readonly<Record<Figure, number>> = { cost: 0.01, again: 100, outcome: 0.1 }

/** The method that the others are held against: what the agent did, else the history as it was, else the first one. */
export function pickBaseline({ cuts }: Pick<ProbePlan, 'cuts'>): string | null {
  const played = cuts.flatMap(({ methods }) => methods.flatMap(({ id, why }) => (why === null ? [id] : [])))
  return [recordedMethodId, uncondensedId].find((id) => played.includes(id)) ?? played[0] ?? null
}

/**
 * Holds each method against the baseline, and the second forks of one method against the first, which tells how much of a
 * difference is noise. Forks of a cut are repeats; cuts of one session are not independent of each other.
 */
export function compareForks(plan: ProbePlan, forks: readonly ForkResult[]): readonly ProbeComparison[] {
  const baseline = pickBaseline(plan)
  if (baseline === null) return []
  const twin = plan.cuts.find((cut) => cut.twin !== null)?.twin ?? null
  const ids = [...new Set(plan.forks.map(({ method }) => method))].filter(
    (id) => id !== baseline || id === twin,
  )
  const pairs = ids.flatMap((method) => {
    if (method === againId) return twin === null ? [] : [{ method, against: twin }]
    return method === baseline ? [] : [{ method, against: baseline }]
  })
  const asked = pairs.flatMap((pair) => probeFigures.map((figure) => ({ ...pair, figure })))
  const inputs = asked.map(({ method, against, figure }) => ({
    baseline: observe(plan, forks, against, figure),
    candidate: observe(plan, forks, method, figure),
    direction: figure === 'outcome' ? ('higher' as const) : ('lower' as const),
    unit:
      figure === 'cost' ? ('usd' as const) : figure === 'again' ? ('tokens' as const) : ('share' as const),
    margin: margins[figure],
    variant: method,
  }))
  return compareFamily(inputs).flatMap((compared, at): ProbeComparison[] => {
    const what = asked[at]
    const cuts = compared.pairs.length
    if (what === undefined || cuts === 0) return []
    const hasEnough = cuts >= fewestCuts
    return [
      {
        ...what,
        cuts,
        difference: compared.difference,
        interval: hasEnough ? compared.interval : null,
        verdict: hasEnough ? compared.verdict : null,
      },
    ]
  })
}

function observe(plan: ProbePlan, forks: readonly ForkResult[], method: string, figure: Figure) {
  return forks.flatMap((fork) => {
    const cut = plan.cuts.find(({ id }) => id === fork.cutId)
    if (fork.method !== method || cut === undefined) return []
    return [{ taskId: cut.taskId, checkpointId: cut.id, value: readFigure(fork, figure) }]
  })
}

/** The figure of a fork; null where nobody knows it. */
function readFigure({ figures, outcome }: ForkResult, figure: Figure): number | null {
  if (figure === 'cost') return figures.costUsd
  if (figure === 'again') return figures.again.tokens
  return outcome === null ? null : outcome === 0 ? 1 : 0
}
