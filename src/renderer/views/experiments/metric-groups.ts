import type { MetricGroup } from '../../../shared/domain/quality.ts'

/** What the groups of metrics are called. */
export const metricGroupLabels: Readonly<Record<MetricGroup, string>> = {
  compression: 'Compression',
  validity: 'Validity',
  artifacts: 'Artifacts',
  facts: 'Facts',
  continuation: 'Continuation',
  cost: 'Cost',
  time: 'Time',
  probes: 'Probes',
  judge: 'Pairwise judge',
  'next-action': 'Next action',
}
