import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { markLine } from './call-mark.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import {
  ledgerHeading,
  ledgerIntroduction,
  formatLedgerLine,
  ledgerSections,
  leftOutLabel,
  pickLedgerSection,
  type LedgerSection,
} from './ledger-format.ts'

/**
 * Entries as text of at most `maxTokens` tokens, under headings by what became of them. Where there is no room for
 * all, reads go first, then commands, then what was not done, the oldest first, and a line says how many. Empty
 * where there is nothing to say or no room for anything.
 */
export function formatLedger(
  entries: readonly LedgerEntry[],
  maxTokens: number,
  counter: TokenCounter,
  mark: string | null = null,
): string {
  const lines = entries.filter((entry) => entry.kind !== 'left-out')
  const earlier = entries.reduce((sum, entry) => sum + (entry.kind === 'left-out' ? entry.count : 0), 0)
  if (lines.length === 0) return ''
  // One that is too long by itself must not keep out all others.
  const room = maxTokens - counter.count(write(lines, new Set(), earlier, mark))
  const byWorth = sortByWorth(lines).filter((line) => counter.count(formatLedgerLine(line)) <= room)
  const render = (count: number): string => write(lines, new Set(byWorth.slice(0, count)), earlier, mark)
  const fitsMaxTokens = (count: number): boolean => counter.count(render(count)) <= maxTokens
  const kept = findMostThatFit(byWorth.length, fitsMaxTokens)
  return kept === 0 ? '' : render(kept)
}

type Line = Exclude<LedgerEntry, { kind: 'left-out' }>

const worth: Readonly<Record<LedgerSection, number>> = {
  Created: 0,
  Modified: 0,
  Moved: 0,
  Deleted: 0,
  'Not done': 1,
  Commands: 2,
  Read: 3,
}

function sortByWorth(lines: readonly Line[]): Line[] {
  return lines.toReversed().toSorted((a, b) => worth[pickLedgerSection(a)] - worth[pickLedgerSection(b)])
}

/** Largest number that fits, for a test that fails from some number on; 0 where not even one does. */
function findMostThatFit(count: number, fits: (count: number) => boolean): number {
  if (fits(count)) return count
  let low = 0
  let high = count
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

function write(
  lines: readonly Line[],
  chosen: ReadonlySet<Line>,
  earlier: number,
  mark: string | null,
): string {
  const bySection = Map.groupBy(lines, pickLedgerSection)
  const blocks = ledgerSections.flatMap((section) => {
    const own = (bySection.get(section) ?? []).filter((line) => chosen.has(line))
    return own.length === 0
      ? []
      : [`${section}:\n${own.map((line) => `- ${formatLedgerLine(line)}`).join('\n')}`]
  })
  const missing = ledgerSections.flatMap((section) => {
    const count = (bySection.get(section) ?? []).filter((line) => !chosen.has(line)).length
    return count === 0 ? [] : [`${count} of ${section.toLowerCase()}`]
  })
  const leftOut = [...missing, ...(earlier === 0 ? [] : [`${earlier} of an earlier ledger`])]
  return [
    ledgerHeading,
    ledgerIntroduction,
    ...(mark === null ? [] : [markLine(mark)]),
    ...blocks,
    ...(leftOut.length === 0 ? [] : [`${leftOutLabel} ${leftOut.join(', ')}.`]),
  ].join('\n')
}
