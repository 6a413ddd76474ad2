import { factClassIds, type FactClassId, type Place } from '../../../shared/domain/fact.ts'
import type { MeasuredMetric } from '../../../shared/domain/quality.ts'

/** A fact of the source and whether the result still states it. */
export type SurvivalFact = {
  /** Class and key; unique in a run. */
  readonly id: string
  readonly classId: FactClassId
  readonly text: string
  readonly isKept: boolean
  /** Where the source states it; never empty, the first place is that of the mark. */
  readonly stood: readonly Place[]
  /** Where the result does. */
  readonly stands: readonly Place[]
}

/** Every fact that was looked for, by class. The facts that a continuation uses are among them already. */
export function survivalFacts(measured: readonly MeasuredMetric[]): readonly SurvivalFact[] {
  return measured.flatMap(({ evidence }) =>
    evidence?.kind === 'facts'
      ? evidence.facts.map(({ fact, now }) => ({
          id: `${fact.classId} ${fact.key}`,
          classId: fact.classId,
          text: fact.text,
          isKept: now.length > 0,
          stood: fact.places,
          stands: now,
        }))
      : [],
  )
}

/** Index of the message of the source in which a fact has its mark. */
export function markOf({ stood }: SurvivalFact): number {
  return stood[0]?.messageIndex ?? 0
}

/** Which facts are shown; nothing chosen means all. */
export type SurvivalFilter = {
  readonly classIds: readonly FactClassId[]
  readonly fates: readonly ('kept' | 'lost')[]
}

/** The facts that pass a filter. */
export function filterFacts(
  facts: readonly SurvivalFact[],
  { classIds, fates }: SurvivalFilter,
): readonly SurvivalFact[] {
  return facts.filter(
    ({ classId, isKept }) =>
      (classIds.length === 0 || classIds.includes(classId)) &&
      (fates.length === 0 || fates.includes(isKept ? 'kept' : 'lost')),
  )
}

export type SurvivalCount = { readonly classId: FactClassId; readonly kept: number; readonly total: number }

/** How many facts of each class there were and are still stated; classes without facts are left out. */
export function countSurvival(facts: readonly SurvivalFact[]): readonly SurvivalCount[] {
  return factClassIds.flatMap((classId) => {
    const own = facts.filter((fact) => fact.classId === classId)
    const kept = own.filter(({ isKept }) => isKept).length
    return own.length === 0 ? [] : [{ classId, kept, total: own.length }]
  })
}
