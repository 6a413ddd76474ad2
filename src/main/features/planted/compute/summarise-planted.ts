import type { ControlId } from '../../../../shared/kernel/control.ts'
import { computeMean } from '../../../../shared/kernel/numbers.ts'
import type {
  PlantedAnswersSummary,
  PlantedFate,
  PlantedRound,
} from '../../../../shared/planted/planted-types.ts'
import type { PlantedAnswers } from '../../../measure/planted/ask-planted.ts'
import { computeLead, computeShares, countFate, listControls, type Fates } from './compute-shares.ts'

/** What became of the items of one history; controls have as many tokens as its context. */
export type HistoryFates = Fates & {
  /** Condensations that changed the context. */
  readonly condensed: number
  readonly tokens: number
  /** Whether the context keeps the rules of its format. */
  readonly isValid: boolean
  readonly controls: Readonly<Partial<Record<ControlId, readonly PlantedFate[]>>>
  readonly answers: PlantedAnswers | null
  readonly notes: readonly string[]
}

/** What a method left of the items of all histories after so many condensations, beside the controls of its size. */
export function summarisePlanted(rounds: number, histories: readonly HistoryFates[]): PlantedRound {
  const controls = listControls(histories)
  const there = histories.map(({ fates }) => countFate(fates, 'there'))
  return {
    rounds,
    condensed: computeMean(histories.map(({ condensed }) => condensed)),
    tokens: Math.round(computeMean(histories.map(({ tokens }) => tokens))),
    valid: histories.filter(({ isValid }) => isValid).length,
    shares: computeShares(histories),
    controls: Object.fromEntries(controls.map(({ id, shares }) => [id, shares])),
    lead: computeLead(
      there,
      controls,
      histories.map(({ fates }) => fates.length),
    ),
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
