import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { describePerhapsPaid } from '../kernel/words/perhaps-paid.ts'
import type { AttemptStatus, MetricsFigures, Paid } from './metrics-types.ts'
import type { MetricGroup, MetricInfo, QualityGap } from './quality-types.ts'

/** What the groups of metrics are called above their columns. */
export const metricGroupLabels: Readonly<Record<MetricGroup, string>> = {
  compression: 'Compression',
  state: 'What is done',
  rules: 'Rules and values',
  validity: 'Validity',
  artifacts: 'Artifact trail',
  facts: 'Facts that survive',
  continuation: 'Continuation',
  're-reading': 'Re-reading',
  links: 'Links',
  'head-start': 'Head start',
  cost: 'Cost',
  time: 'Time',
  probes: 'Probes',
  judge: 'Pairwise judge',
  'next-action': 'Next action',
  resume: 'Resume check',
}

/** How the endings of an attempt are called. */
export const attemptStatusWords: Readonly<Record<AttemptStatus, string>> = {
  condensed: 'Condensed',
  insufficient: 'Saved too little',
  unchanged: 'Unchanged',
  failed: 'Failed',
  running: 'Running',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
  'not-needed': 'Not needed',
}

/** How the figures of quality are called wherever they are shown. */
export const qualityLabels = { survival: 'Survival', continuationRecall: 'Kept what was used next' } as const

/** What each of them is, in a sentence. */
export const qualityNotes = {
  survival:
    'Share of the facts stated before (paths, symbols, errors, decisions …) that the result still states',
  continuationRecall:
    'Share of the facts from before that the task went on to use and that the result still states',
} as const

/** Why a figure of quality has no value. */
export const qualityGapWords: Readonly<Record<QualityGap | 'pending', string>> = {
  pending: 'not measured yet',
  'no-facts': 'the source states no facts',
  'nothing-after': 'nothing was recorded after it',
  rewritten: 'the task has been rewritten since',
  'none-used': 'what came next uses no fact from before',
  encrypted: 'the result is encrypted: only its vendor can read it',
  unreadable: 'source or result is missing from the database',
}

/** Why results have no figure of quality, figure by figure: `none for 3 results (not measured yet)`. */
export function buildQualityGapNotes(
  gaps: MetricsFigures['qualityGaps'],
): readonly { readonly figure: keyof typeof qualityLabels; readonly text: string }[] {
  return (['survival', 'continuationRecall'] as const).flatMap((figure) => {
    const own = gaps.filter((gap) => gap.figure === figure)
    const texts = own.map(
      ({ code, attempts }) =>
        `none for ${formatCountWithNoun(attempts, 'result')} (${qualityGapWords[code]})`,
    )
    return own.length === 0 ? [] : [{ figure, text: texts.join(', ') }]
  })
}

/** Whether every cell has something to measure: each takes money and time, while not each has facts of a class. */
export function isOfEveryCell({ group }: Pick<MetricInfo, 'group'>): boolean {
  return group === 'cost' || group === 'time'
}

/** Checkpoints that a figure rests on, and how many it should. */
type Coverage = { readonly n?: number | undefined; readonly outOf?: number | undefined }

/** `6 of 29` where a figure rests on fewer checkpoints than it should; empty where on all. */
export function formatCoverage({ n, outOf }: Coverage): string {
  return n === undefined || outOf === undefined || n >= outOf ? '' : `${n} of ${outOf}`
}

/** What was paid, and for what: `$1.52: $1.50 experiments, $0.02 runs, in 71 calls to models`. */
export function describePaid({
  totalUsd,
  runsUsd,
  experimentsUsd,
  otherUsd,
  calls,
  perhapsPaid,
}: Paid): string {
  const parts = [
    { label: 'experiments', usd: experimentsUsd },
    { label: 'runs', usd: runsUsd },
    { label: 'replays and tests', usd: otherUsd },
  ].filter(({ usd }) => usd > 0)
  const split = parts.map(({ label, usd }) => `${formatUsd(usd)} ${label}`).join(', ')
  const counted = `in ${formatCountWithNoun(calls, 'call')} to models${describePerhapsPaid(perhapsPaid)}`
  return `${formatUsd(totalUsd)}${split === '' ? ' ' : `: ${split}, `}${counted}`
}
