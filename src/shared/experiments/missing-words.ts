import type { MetricGroup, MetricInfo } from '../activity/quality-types.ts'
import { assertNever } from '../kernel/assert-never.ts'
import { findLargest, findSmallest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import type { ValueGap } from './experiment-types.ts'
import type { MissingFigure } from './find-missing-figures.ts'

/** When a metric without a model has no value. Every cell has the others. */
const withoutModel: Partial<Readonly<Record<MetricGroup, string>>> = {
  state: 'the histories do not hold both what was done and what was not',
  rules: 'the histories state nothing of the kind',
  artifacts: 'the histories name no files that tools touched',
  facts: 'the histories state no facts of the kind',
  continuation: 'what came next uses no fact from before',
  're-reading': 'what came next needs no earlier tool result, or its price is not known',
  links: 'what came next takes no pair of rare words from before',
  'head-start': 'the full history saves too few bits of the next actions',
  cost: 'the price of a model is not known',
  time: 'all answers came from earlier calls',
}

/** Figures that are not there, those with the same reason together: `Grade of probes: no value in any of 12 cells: …`. */
export function describeMissingFigures(missing: readonly MissingFigure[]): readonly string[] {
  const labels = new Map<string, string[]>()
  for (const figure of missing) {
    const text = describeMissingFigure(figure)
    labels.set(text, [...(labels.get(text) ?? []), figure.metric.label])
  }
  return [...labels].map(([text, named]) => `${named.join(', ')}: ${text}`)
}

function describeMissingFigure(figure: MissingFigure): string {
  const { metric, cells, withoutValue } = figure
  const where =
    withoutValue === cells
      ? `no value in any of ${formatCountWithNoun(cells, 'cell')}`
      : `no value in ${formatCount(withoutValue)} of ${formatCountWithNoun(cells, 'cell')}`
  const isTold = metric.needsModel || figure.reason !== null
  const why = isTold ? describeReason(figure) : explainWithoutModel(metric)
  return why === '' ? `${where}.` : `${where}: ${why.replace(/\.$/, '')}.`
}

function explainWithoutModel({ view, group }: MetricInfo): string {
  return view === 'summary' ? 'no variant wrote a summary to measure' : (withoutModel[group] ?? '')
}

/** The most frequent reason, with its cells where those are not all. */
function describeReason({ reason, withoutValue }: MissingFigure): string {
  const [gap] = reason?.gaps ?? []
  if (reason === null || gap === undefined) return ''
  const text = describeGap(gap, reason.gaps)
  return reason.cells === withoutValue
    ? text
    : `in ${formatCount(reason.cells)} of them ${text.replace(/\.$/, '')}`
}

function describeGap(gap: ValueGap, alike: readonly ValueGap[]): string {
  switch (gap.code) {
    case 'failed':
      return `the model gave no usable answer: ${gap.message}`
    case 'nothing':
      return `there was nothing to ask: ${gap.message}`
    case 'little-saved': {
      const bits = alike.flatMap((one) => (one.code === 'little-saved' ? Math.round(one.leastBits) : []))
      const [low, high] = [findSmallest(bits), findLargest(bits)]
      const least = low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`
      return `the full history saves less than ${least} bits over no context`
    }
    case 'encrypted':
      return 'the result is encrypted: only its vendor can read it'
    default:
      return assertNever(gap)
  }
}

/** A judge that could not be used leaves gaps that nobody would notice. */
export function describeUnusableJudge({
  cells,
  ofCells,
  reason,
}: {
  readonly cells: number
  readonly ofCells: number
  /** A sentence. */
  readonly reason: string
}): string {
  return `The judge gave no usable answer for ${cells} of ${formatCountWithNoun(ofCells, 'cell')}: ${reason}`
}

/** Where tasks come from few workspaces, what they have in common looks like certainty. */
export function describeFewWorkspaces({
  tasks,
  workspaces,
  fewest,
}: {
  readonly tasks: number
  readonly workspaces: number
  /** Workspaces that are drawn instead of tasks. */
  readonly fewest: number
}): string {
  const these = workspaces === 1 ? 'this workspace' : 'these workspaces'
  return `The ${formatCountWithNoun(tasks, 'task')} come from ${formatCountWithNoun(workspaces, 'workspace')}. Tasks are resampled one by one, so verdicts hold for ${these} and say little about others. That takes at least ${fewest} workspaces.`
}

/** What is known of costs that nobody measured. Without names, which may have to stay hidden. */
export function describeStatedCosts(variants: number): string {
  return `The cost of ${formatCountWithNoun(variants, 'variant')} is ${statedByArm}. Dewpoint cannot check it.`
}

/** Behind or beside a cost that an external arm gives for itself. */
export const statedByArm = 'stated by the method'
