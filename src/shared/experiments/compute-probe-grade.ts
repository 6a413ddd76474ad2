import { gradeDimensions, type Probe } from '../kernel/evidence.ts'
import { computeMean } from '../kernel/numbers.ts'

/** Mean grade of a probe over its dimensions, 0 to 5. */
export function computeProbeGrade({ grades }: Pick<Probe, 'grades'>): number {
  return computeMean(gradeDimensions.map((dimension) => grades[dimension]))
}
