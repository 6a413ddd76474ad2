import type { MeasuredMetric } from '../../../../shared/activity/quality-types.ts'
import { factClassIds, type FactClassId, type Place } from '../../../../shared/kernel/fact.ts'

/** A fact of the source and whether the result still states it. */
export type SurvivalFact = {
  /** Class and key, unique in a run. */
  readonly id: string
  readonly classId: FactClassId
  readonly text: string
  readonly isKept: boolean
  /** Places in the source, never empty. The first one has the mark. */
  readonly stood: readonly Place[]
  /** Where the result does. */
  readonly stands: readonly Place[]
}

/** Every fact that was looked for, by class. The facts that a continuation uses are among them already. */
export function collectSurvivalFacts(measured: readonly MeasuredMetric[]): readonly SurvivalFact[] {
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
export function findMarkIndex({ stood }: SurvivalFact): number {
  return stood[0]?.messageIndex ?? 0
}

/** Which facts are shown. An empty list means all. */
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

/** Facts of each class in the source and kept in the result, without empty classes. */
export function countSurvival(facts: readonly SurvivalFact[]): readonly SurvivalCount[] {
  return factClassIds.flatMap((classId) => {
    const own = facts.filter((fact) => fact.classId === classId)
    const kept = own.filter(({ isKept }) => isKept).length
    return own.length === 0 ? [] : [{ classId, kept, total: own.length }]
  })
}

/** Neighbouring messages of the source that share a place on the strip, and the facts first stated in them. */
export type SurvivalBin = {
  /** Place on the strip, from 0. */
  readonly position: number
  /** Messages from `first` to `last`. */
  readonly first: number
  readonly last: number
  readonly kept: number
  readonly lost: number
  /** The fact that a click leads to: the first one lost, else the first one. */
  readonly lead: SurvivalFact
}

/** How many places a strip has: one for each message, or as many as there is room for. */
export function stripPlaces(messages: number, width: number): number {
  return Math.max(1, Math.min(messages, Math.floor(width / leastWidth)))
}

/** Least width of a place on the strip, in pixels, that can be seen and clicked. */
const leastWidth = 5

/** Facts by place on a strip with so many places over so many messages, without empty places. */
export function buildSurvivalBins(
  facts: readonly SurvivalFact[],
  messages: number,
  places: number,
): readonly SurvivalBin[] {
  const groups = new Map<number, SurvivalFact[]>()
  for (const fact of facts) {
    const position = Math.min(places - 1, Math.floor((findMarkIndex(fact) * places) / messages))
    const group = groups.get(position)
    if (group === undefined) groups.set(position, [fact])
    else group.push(fact)
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, group]) => {
      const ordered = group.toSorted((a, b) => findMarkIndex(a) - findMarkIndex(b))
      const lost = ordered.filter(({ isKept }) => !isKept)
      const lead = lost[0] ?? ordered[0]
      if (lead === undefined) return []
      const first = Math.ceil((position * messages) / places)
      const last = Math.ceil(((position + 1) * messages) / places) - 1
      return [{ position, first, last, kept: ordered.length - lost.length, lost: lost.length, lead }]
    })
}
