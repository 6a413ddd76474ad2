import { measureWorkTime } from '../../../shared/condense/measured-work.ts'
import type { Metric } from './metric.ts'
import type { Subject } from './subject.ts'

/** Time from the start of the run to its result, in milliseconds; none where some of the work was not done anew. */
export const duration: Metric = {
  id: 'duration',
  label: 'Duration',
  group: 'time',
  direction: 'lower',
  unit: 'milliseconds',
  measure: (subject) => {
    const value = measureWorkTime(subject.stats)
    return value === null ? null : { value, evidence: { kind: 'measured', split: splitDuration(subject) } }
  },
}

function splitDuration({ passes = [], timeMs }: Subject): { label: string; value: number }[] {
  const own = passes.map(({ label, durationMs }) => ({ label: `Pass: ${label}`, value: durationMs }))
  if (timeMs === undefined) return own
  return [
    ...own,
    { label: 'Waiting for models', value: timeMs.model },
    { label: 'Counting tokens', value: timeMs.counting },
  ]
}
