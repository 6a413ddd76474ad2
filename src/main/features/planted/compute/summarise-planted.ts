import type { ControlId } from '../../../../shared/kernel/control.ts'
import { computeMean, sum } from '../../../../shared/kernel/numbers.ts'
import {
  plantedKinds,
  type PlantedAnswersSummary,
  type PlantedFate,
  type PlantedKind,
  type PlantedRound,
  type PlantedShare,
  type PlantedShares,
} from '../../../../shared/planted/planted-types.ts'
import type { PlantedAnswers } from '../../../measure/planted/ask-planted.ts'
import { bootstrapInterval } from '../../../measure/statistics/bootstrap-interval.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { computeShareInterval } from '../../../measure/statistics/compute-share-interval.ts'
import { createSeededRandom } from '../../../measure/statistics/create-seeded-random.ts'

/** What became of the items of one history; controls have as many tokens as its context. */
export type HistoryFates = {
  readonly kinds: readonly PlantedKind[]
  /** Condensations that changed the context. */
  readonly condensed: number
  readonly tokens: number
  readonly fates: readonly PlantedFate[]
  readonly controls: Readonly<Partial<Record<ControlId, readonly PlantedFate[]>>>
  readonly answers: PlantedAnswers | null
  readonly notes: readonly string[]
}

/** What a method left of the items of all histories after so many condensations, beside the controls of its size. */
export function summarisePlanted(rounds: number, histories: readonly HistoryFates[]): PlantedRound {
  // What the job has measured of each history are the same controls, by their ids.
  const ids = Object.keys(histories[0]?.controls ?? {}) as ControlId[]
  const scored = ids.map((id) => {
    const own = histories.map((history) => ({ ...history, fates: history.controls[id] ?? [] }))
    return { id, own, shares: computeShares(own) }
  })
  const [best] = scored.toSorted((a, b) => b.shares.all.there - a.shares.all.there)
  if (best === undefined) throw new RangeError('There is no control to hold a method against.')
  return {
    rounds,
    condensed: computeMean(histories.map(({ condensed }) => condensed)),
    tokens: Math.round(computeMean(histories.map(({ tokens }) => tokens))),
    shares: computeShares(histories),
    controls: Object.fromEntries(scored.map(({ id, shares }) => [id, shares])),
    lead: { control: best.id, ...computeLead(histories, best.own) },
    answers: summariseAnswers(histories),
    notes: [...new Set(histories.flatMap(({ notes }) => notes))],
  }
}

/** What a model answered over all histories; null where it answered for less than two. */
export function summariseAnswers(
  histories: readonly Pick<HistoryFates, 'kinds' | 'answers'>[],
): PlantedAnswersSummary | null {
  const answered = histories.flatMap(({ kinds, answers }) => (answers === null ? [] : { kinds, ...answers }))
  if (answered.length < 2) return null
  const calls = answered.flatMap(({ isCallRight }) => isCallRight ?? [])
  return {
    shares: computeShares(answered),
    callsRight: calls.filter(Boolean).length,
    calls: calls.length,
  }
}

type Fates = Pick<HistoryFates, 'kinds' | 'fates'>

function computeShares(histories: readonly Fates[]): PlantedShares {
  const computeOfKind = (kind: PlantedKind): PlantedShare =>
    computeShare(histories.map(({ kinds, fates }) => fates.filter((_, at) => kinds[at] === kind)))
  return {
    all: computeShare(histories.map(({ fates }) => fates)),
    // One entry a kind, as the type says.
    kinds: Object.fromEntries(plantedKinds.map((kind) => [kind, computeOfKind(kind)])) as Record<
      PlantedKind,
      PlantedShare
    >,
  }
}

const { intervalLevel, resamples, seed } = defaultComparisonRules

function computeShare(histories: readonly (readonly PlantedFate[])[]): PlantedShare {
  const counts = histories.map(({ length }) => length)
  const items = sum(counts)
  const count = (fate: PlantedFate): readonly number[] =>
    histories.map((fates) => fates.filter((one) => one === fate).length)
  const there = count('there')
  const interval = computeShareInterval({ sums: there, counts }, intervalLevel) ?? { low: 0, high: 1 }
  return {
    items,
    there: sum(there) / items,
    stale: sum(count('stale')) / items,
    gone: sum(count('gone')) / items,
    ...interval,
  }
}

function computeLead(
  histories: readonly Fates[],
  controls: readonly Fates[],
): Pick<PlantedRound['lead'], 'difference' | 'low' | 'high'> {
  const countThere = ({ fates }: Fates): number => fates.filter((fate) => fate === 'there').length
  const sums = histories.map((history, at) => countThere(history) - countThere(controls[at] ?? history))
  const counts = histories.map(({ fates }) => fates.length)
  const options = { level: intervalLevel, resamples, random: createSeededRandom(seed) }
  const interval = bootstrapInterval({ sums, counts }, options) ?? { low: -1, high: 1 }
  return { difference: sum(sums) / sum(counts), ...interval }
}
