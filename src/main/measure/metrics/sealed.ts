import type { MetricGroup, MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { listBlocks } from '../../kernel/history/blocks.ts'
import type { Metric } from './metric.ts'

/** Groups that say something of a result without a look at its text. */
const textless: readonly MetricGroup[] = ['compression', 'validity', 'cost', 'time']

/** Whether a result has a summary that its source has not, and that only its vendor can read. */
export function isSealed(condensed: Condensed): boolean {
  const sealed = known.get(condensed) ?? hasSealed(condensed)
  known.set(condensed, sealed)
  return sealed
}

type Condensed = { readonly source: Conversation; readonly result: Conversation }

/** Every figure of a condensation asks. */
const known = new WeakMap<Condensed, boolean>()

function hasSealed({ source, result }: Condensed): boolean {
  const before = new Set(source.messages)
  return result.messages.some(
    (message) =>
      !before.has(message) &&
      listBlocks(message).some(({ type, content }) => type === 'compaction' && typeof content !== 'string'),
  )
}

/** Whether a figure rests on what a result says. */
export function readsText({ group }: Pick<MetricInfo, 'group'>): boolean {
  return !textless.includes(group)
}

/** The same metric without a value for an encrypted result: what cannot be read is neither kept nor lost. */
export function skipWhenSealed(metric: Metric): Metric {
  if (!readsText(metric)) return metric
  return { ...metric, measure: (subject) => (isSealed(subject) ? null : metric.measure(subject)) }
}
