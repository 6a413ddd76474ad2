import type { OutcomeSummary } from '../../../shared/domain/outcome.ts'
import { formatCount } from '../../../shared/lib/count-of.ts'
import { formatDuration, formatUsd, oneLine } from './figures.ts'
import { formatTable } from './table.ts'

/** Figures of each pass. */
export function passesText({ passes }: Pick<OutcomeSummary, 'passes'>): string {
  return formatTable(
    [
      { title: 'pass' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'time', align: 'right' },
      { title: 'parts' },
    ],
    passes.map(({ label, tokensBefore, tokensAfter, durationMs, operations }) => [
      label,
      formatCount(tokensBefore),
      formatCount(tokensAfter),
      formatDuration(durationMs),
      Object.entries(operations)
        .map(([operation, parts]) => `${parts} ${operation}`)
        .join(', '),
    ]),
  )
}

/** Of providers that have choices: what was taken or left, and why. */
export function decisionsText({ trace }: Pick<OutcomeSummary, 'trace'>): string {
  if (trace.length === 0) return ''
  return formatTable(
    [
      { title: 'decided on' },
      { title: 'decision' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'cost', align: 'right' },
      { title: 'why' },
    ],
    trace.map(({ label, decision, tokensBefore, tokensAfter, costUsd, reason }) => [
      oneLine(label, 60),
      decision,
      formatCount(tokensBefore),
      formatCount(tokensAfter),
      formatUsd(costUsd),
      oneLine(reason, 160),
    ]),
  )
}
