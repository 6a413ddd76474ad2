import type { FactClassId } from '../../../shared/kernel/fact.ts'
import { factClasses } from '../facts/fact-classes.ts'
import type { Metric } from './metric.ts'

/** For each class of facts the share of the source's facts that the condensed context still states. */
export const factSurvival: readonly Metric[] = factClasses.map(({ id, label }) =>
  createSurvivalMetric(id, label),
)

function createSurvivalMetric(classId: FactClassId, label: string): Metric {
  return {
    id: `survival-${classId}`,
    label: `${label} that survive`,
    group: 'facts',
    direction: 'higher',
    unit: 'share',
    measure: (subject) => {
      const now = subject.now()
      const facts = subject
        .facts()
        .flatMap((fact, index) => (fact.classId === classId ? [{ fact, now: now[index] ?? [] }] : []))
      if (facts.length === 0) return null
      const kept = facts.filter((fate) => fate.now.length > 0).length
      return { value: kept / facts.length, evidence: { kind: 'facts', facts } }
    },
  }
}
