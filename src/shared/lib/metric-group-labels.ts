import type { MetricGroup } from '../domain/quality.ts'

/** What the groups of metrics are called above their columns. */
export const metricGroupLabels: Readonly<Record<MetricGroup, string>> = {
  compression: 'Compression',
  validity: 'Validity',
  artifacts: 'Artifact trail',
  facts: 'Facts that survive',
  continuation: 'Continuation',
  cost: 'Cost',
  time: 'Time',
  probes: 'Probes',
  judge: 'Pairwise judge',
  'next-action': 'Next action',
}
