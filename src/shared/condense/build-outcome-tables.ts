import {
  alignRight,
  buildTable,
  buildText,
  type Block,
  type Cell,
  type TableBlock,
} from '../document/document.ts'
import { foldSame, formatTimes } from '../kernel/fold-same.ts'
import {
  formatChange,
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../kernel/format-figures.ts'
import type { Violation } from '../kernel/violation.ts'
import type { Attempt, OperationCount, PassMetrics, TelemetryEvent, TraceStep } from './outcome-types.ts'

/** What each pass did, for `condense`, the Result tab and cells of experiments. */
export function buildPassTable(passes: readonly PassMetrics[]): TableBlock {
  return buildTable(
    ['Pass', ...alignRight('Before (tok)', 'After (tok)', 'Change', 'Time'), 'Parts touched'],
    passes.map(({ label, tokensBefore, tokensAfter, durationMs, operations }) => [
      label,
      formatInteger(tokensBefore),
      formatInteger(tokensAfter),
      formatChange(tokensBefore, tokensAfter),
      formatDuration(durationMs),
      Object.entries(operations)
        .map(([operation, parts]) => `${formatInteger(parts)} ${operation}`)
        .join(', '),
    ]),
    { caption: 'Passes' },
  )
}

/** How often each operation was applied and what it took away. */
export function buildOperationTable(operations: readonly OperationCount[]): TableBlock {
  return buildTable(
    ['Operation', ...alignRight('Parts', 'Saved (tok)')],
    operations.map(({ operation, parts, tokensSaved }): readonly Cell[] => [
      { text: operation, fate: operation },
      formatInteger(parts),
      formatInteger(tokensSaved),
    ]),
    { caption: 'Operations' },
  )
}

const decisionTones = { taken: 'good', skipped: 'plain', failed: 'bad' } as const

/** What was decided on the way, in order: which pass, step or branch was taken or left, and why. */
export function buildDecisionTable(trace: readonly TraceStep[]): TableBlock {
  return buildTable(
    ['What', 'Decision', 'Reason', ...alignRight('Before (tok)', 'After (tok)', 'Change', 'Cost')],
    foldSteps(trace).map(({ step, times }): readonly Cell[] => {
      const { label, decision, reason, tokensBefore, tokensAfter, costUsd } = step
      return [
        `${formatTimes(times)}${label}`,
        { text: decision, tone: decisionTones[decision] },
        reason || '–',
        formatInteger(tokensBefore),
        formatInteger(tokensAfter),
        tokensBefore === tokensAfter ? '–' : formatChange(tokensBefore, tokensAfter),
        formatUsd(costUsd),
      ]
    }),
    { caption: 'Decisions' },
  )
}

/** Steps with one decision for one reason as one, with what they save together. */
export function foldSteps(
  steps: readonly TraceStep[],
): readonly { readonly step: TraceStep; readonly times: number }[] {
  return foldSame(steps, ({ label, decision, reason }) => JSON.stringify([label, decision, reason])).map(
    ({ first, items }) => {
      const saved = items.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
      const costUsd = items.reduce((sum, item) => sum + item.costUsd, 0)
      return {
        step: { ...first, tokensAfter: first.tokensBefore - saved, costUsd },
        times: items.length,
      }
    },
  )
}

const attemptTones = {
  condensed: 'good',
  insufficient: 'caution',
  unchanged: 'plain',
  failed: 'bad',
} as const

/** Every provider of a chain that was tried, in order, and why it was not the last. */
export function buildAttemptTable(attempts: readonly Attempt[]): TableBlock {
  return buildTable(
    ['Provider', 'Status', ...alignRight('Reduction', 'Cost'), 'Reason'],
    attempts.map(({ providerId, status, reductionPercent, costUsd, code, message }): readonly Cell[] => [
      providerId,
      { text: status, tone: attemptTones[status] },
      status === 'condensed' || status === 'insufficient' ? formatPercent(reductionPercent) : '–',
      formatUsd(costUsd),
      [code, message].filter(Boolean).join(': ') || '–',
    ]),
    { caption: 'Attempts' },
  )
}

/** What happened in which order, as an agent would report it. It holds no content and is sent nowhere. */
export function buildEventTable(events: readonly TelemetryEvent[]): TableBlock {
  return buildTable(
    ['Event', 'Provider', 'Detail', { label: 'Flags', term: 'marks' }],
    events.map(({ kind, providerId, detail, isAutomatic, usedCustomPrompt, usedOwnHandler }) => [
      kind,
      providerId,
      detail || '–',
      [
        isAutomatic ? 'automatic' : 'by hand',
        ...(usedCustomPrompt ? ['custom prompt'] : []),
        ...(usedOwnHandler ? ['own handler'] : []),
      ].join(', '),
    ]),
    { caption: 'Events' },
  )
}

/** The rules of a history that are broken, or the sentence that none is. */
export function buildViolations(violations: readonly Violation[]): Block {
  if (violations.length === 0) return buildText('No rule is broken.')
  return buildTable(
    ['broken rule', ...alignRight('message'), 'detail'],
    violations.map(({ rule, messageIndex, detail }) => [
      rule,
      messageIndex < 0 ? '-' : `#${messageIndex}`,
      detail,
    ]),
  )
}
