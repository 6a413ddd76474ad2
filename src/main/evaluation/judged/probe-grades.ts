import {
  gradeDimensions,
  probeClasses,
  type Probe,
  type ProbeClass,
} from '../../../shared/domain/evidence.ts'
import type { JudgedMetric } from './judged-metric.ts'
import { probeResult } from './probe-result.ts'
import { whyNobodyIsAsked } from './why-nobody-is-asked.ts'

const labels: Readonly<Record<ProbeClass, string>> = {
  recall: 'Probes of recall',
  artifact: 'Probes of artifacts',
  continuation: 'Probes of what comes next',
  decision: 'Probes of decisions',
}

/**
 * Mean grade, 0 to 5, of questions about the source that were answered from the condensed context alone: of all of
 * them, and of each class. The grade of an answer is the mean of its dimensions.
 */
export const probeGrades: readonly JudgedMetric[] = [
  gradeOf('probe-grade', 'Probes', () => true),
  ...probeClasses.map((name) =>
    gradeOf(`probe-grade-${name}`, labels[name], ({ probeClass }) => probeClass === name),
  ),
]

function gradeOf(id: string, label: string, isOwn: (probe: Probe) => boolean): JudgedMetric {
  return {
    id,
    label,
    group: 'probes',
    direction: 'higher',
    unit: 'grade',
    isPassFail: false,
    needsModel: true,
    measure: async (subject, context) => {
      const obstacle = whyNobodyIsAsked(subject, context)
      if (obstacle !== null) return { kind: 'nothing', reason: obstacle }
      const result = await probeResult(subject, context)
      if (result.kind === 'unusable') return result
      const probes = result.value.filter(isOwn)
      if (probes.length === 0) return { kind: 'nothing', reason: 'No question of this class was asked.' }
      const { answers, notes } = result
      return {
        kind: 'measured',
        value: mean(probes.map(gradeOfProbe)),
        evidence: { kind: 'probes', probes, answers, notes },
      }
    },
  }
}

function gradeOfProbe({ grades }: Probe): number {
  return mean(gradeDimensions.map((dimension) => grades[dimension]))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
