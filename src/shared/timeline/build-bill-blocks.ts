import { alignRight, buildTable, buildText, type Block } from '../document/document.ts'
import type { Bill, BillLine } from '../kernel/bill.ts'
import { formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'

const kinds: Readonly<Record<BillLine['kind'], string>> = {
  input: 'input',
  cacheReads: 'read from the cache',
  cacheWrites: 'written for 5 minutes',
  cacheWrites1h: 'written for an hour',
  output: 'output',
  webSearches: 'web searches',
}

const calls: Readonly<Record<Exclude<BillLine['call'], undefined>, string>> = {
  advisor: 'advisor',
  fallback: 'refused attempt',
  other: 'unknown call',
  compaction: 'compaction',
}

/** A bill with its lines opened: tokens, list price, what multiplies it, and what that comes to. `requests --at` and the Timeline show it. */
export function buildBillBlocks(bill: Bill | null): readonly Block[] {
  if (bill === null) return []
  const rules = bill.lines.flatMap((line) => line.rules)
  const sources = new Map(
    rules.map(({ label, source, certainty }) => [label, `${label}: ${certainty}, ${source}`]),
  )
  return [
    buildTable(
      ['of', 'model', ...alignRight('tokens', 'list price'), 'times', ...alignRight('cost')],
      bill.lines.map(({ kind, call, model, count, listUsd, rules: own, usd }) => [
        `${call === undefined ? '' : `${calls[call]}, `}${kinds[kind]}`,
        model,
        formatCount(count),
        `${formatUsd(listUsd)} a ${kind === 'webSearches' ? 'thousand' : 'million'}`,
        own.map(({ label, factor }) => `${formatFactor(factor)} ${label}`).join(', '),
        formatUsd(usd),
      ]),
    ),
    buildText([
      ...(bill.unpriced === null ? [] : [`No price is known for ${bill.unpriced}, so the lines are no sum.`]),
      ...bill.declined.map((what) => `Asked for ${what}: charged without it.`),
      ...sources.values(),
    ]),
  ]
}

const formatFactor = (factor: number): string => `× ${Number(factor.toFixed(3))}`
