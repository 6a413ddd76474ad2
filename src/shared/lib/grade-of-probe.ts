import { gradeDimensions, type Probe } from '../domain/evidence.ts'
import { mean } from './numbers.ts'

/** Mean grade of a probe over its dimensions, 0 to 5. */
export function gradeOfProbe({ grades }: Pick<Probe, 'grades'>): number {
  return mean(gradeDimensions.map((dimension) => grades[dimension]))
}
