import type { Pass } from '../../../../shared/domain/smart-pass.ts'
import { keptTail } from './select-messages.ts'
import type { SmartSettings } from '../../../../shared/domain/smart-settings.ts'

/** The prelude alone leaves this many messages at the end. */
const leastTail = 1

/** Messages at the start that no run with these settings changes. */
export function keptFromStart({ keepFirst }: SmartSettings): number {
  return keepFirst
}

/** Messages at the end that no run with these settings changes, whatever the length of the history. */
export function keptToEnd({ passes }: SmartSettings): number {
  const tails = passes.flatMap((pass) => tailOf(pass) ?? [])
  return tails.length === 0 ? leastTail : Math.min(...tails)
}

function tailOf(pass: Pass): number | null {
  const { selection } = pass
  // A share of the messages says nothing before they are counted.
  const own = selection.type === 'preserve_recent' ? keptTail(selection, Number.MAX_SAFE_INTEGER) : 0
  if (pass.mode === 'individual') return own
  const { batchConfig } = pass
  if (batchConfig.operation === 'keep') return null
  return Math.max(own, batchConfig.summarizationConfig.keepLast)
}
