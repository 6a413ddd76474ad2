import type { MetricInfo } from '../activity/quality-types.ts'

type Own = Pick<MetricInfo, 'id' | 'label' | 'group' | 'direction' | 'unit'> & Partial<MetricInfo>

const describe = (own: Own): MetricInfo => ({ isPassFail: false, needsModel: false, ...own })

/**
 * What a probe measures of what an agent did next, in the form of the figures of experiments: a fork is a cell of one.
 * Reports, verdicts and the screens of experiments show them by this.
 */
export const probeMetrics = {
  cost: describe({
    id: 'next-cost',
    label: 'Cost of what came next',
    group: 'cost',
    direction: 'lower',
    unit: 'usd',
    rank: 'headline',
  }),
  firstTurns: describe({
    id: 'next-cost-first-turns',
    label: 'Cost of the first 3 turns',
    group: 'cost',
    direction: 'lower',
    unit: 'usd',
  }),
  firstWrite: describe({
    id: 'next-first-write',
    label: 'First cache write',
    group: 'cost',
    direction: 'lower',
    unit: 'tokens',
  }),
  again: describe({
    id: 'next-again-tokens',
    label: 'Read or run again',
    group: 're-reading',
    direction: 'lower',
    unit: 'tokens',
    rank: 'headline',
  }),
  repeated: describe({
    id: 'next-repeated',
    label: 'Changes made again',
    group: 'state',
    direction: 'lower',
    unit: 'count',
  }),
  broken: describe({
    id: 'next-broken',
    label: 'Rules broken',
    group: 'rules',
    direction: 'lower',
    unit: 'count',
    rank: 'secondary',
  }),
  questions: describe({
    id: 'next-questions',
    label: 'Questions answered from memory',
    group: 'probes',
    direction: 'higher',
    unit: 'share',
    rank: 'secondary',
  }),
  outcome: describe({
    id: 'next-outcome',
    label: 'Check passed',
    group: 'validity',
    direction: 'higher',
    unit: 'share',
    isPassFail: true,
    rank: 'headline',
  }),
} as const satisfies Record<string, MetricInfo>
export type ProbeMetric = keyof typeof probeMetrics
