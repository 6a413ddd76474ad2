import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { Evidence } from '../../../shared/kernel/evidence.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { Subject } from './subject.ts'

export type Measurement = { readonly value: number; readonly evidence: Evidence }

/** A measurement whose evidence is made when somebody first looks at it: replays ask for values alone. */
export function createMeasurement(value: number, evidence: () => Evidence): Measurement {
  const made = makeOnce(evidence)
  return {
    value,
    get evidence() {
      return made()
    },
  }
}

/** One number about a condensation. */
export type Metric = Omit<MetricInfo, 'needsModel' | 'isPassFail'> & {
  /** Null where there is nothing to measure: no fact of the class, no continuation. */
  readonly measure: (subject: Subject) => Measurement | null
  /** The figure of a whole context that this one takes of the summary alone. */
  readonly base?: Metric
}

/** A metric that needs no model, as it is shown. Validity is passed where every rule holds. */
export function toMetricInfo({ measure: _measure, base: _base, ...info }: Metric): MetricInfo {
  return { ...info, isPassFail: info.group === 'validity', needsModel: false }
}
