import { factClassIds } from '../../../shared/domain/fact.ts'
import type { FactFate } from '../../../shared/domain/evidence.ts'
import { chanceOfSurvival } from './chance-of-survival.ts'
import type { Metric } from './metric.ts'
import type { Subject } from './subject.ts'
import { usedFacts } from './used-facts.ts'

/** Of the facts from before the cut that the recorded continuation uses, the share that is still in context. */
export const continuationRecall: Metric = {
  id: 'continuation-recall',
  label: 'Continuation recall',
  group: 'continuation',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const facts = fatesOfUsed(subject)
    if (facts.length === 0) return null
    const { source, result } = subject
    const chance = chanceOfSurvival(
      facts.map(({ fact }) => fact),
      source.messageTokens,
      result.totalTokens,
    )
    const value = facts.filter(isKept).length / facts.length
    const byClass = factClassIds.flatMap((classId) => {
      const own = facts.filter(({ fact }) => fact.classId === classId)
      return own.length === 0 ? [] : [{ classId, used: own.length, kept: own.filter(isKept).length }]
    })
    return { value, evidence: { kind: 'continuation', facts, chance, byClass } }
  },
}

function fatesOfUsed(subject: Subject): FactFate[] {
  if (subject.continuation === null) return []
  const facts = subject.facts()
  const now = subject.now()
  const used = usedFacts(facts, subject.continuation)
  return facts.flatMap((fact, index) => (used[index] === true ? [{ fact, now: now[index] ?? [] }] : []))
}

function isKept({ now }: FactFate): boolean {
  return now.length > 0
}
