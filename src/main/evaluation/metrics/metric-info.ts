import type { MetricInfo } from '../../../shared/domain/quality.ts'
import type { Metric } from './metric.ts'

/** A metric that needs no model, as it is shown. Validity is passed where every rule holds. */
export function metricInfo({ measure: _measure, ...info }: Metric): MetricInfo {
  return { ...info, isPassFail: info.group === 'validity', needsModel: false }
}
