import type { DriftResult } from '../../../shared/api/drift.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { formatPercent, formatUsd, oneLine } from './figures.ts'
import { firstPairs } from './first-pairs.ts'
import { formatPairs, formatTable } from './table.ts'

type DriftedPolicy = DriftResult['policies'][number]

/** `drift` for people: what each cycle of a policy left, half-lives, and what did not happen. */
export function driftText({ cuts, policies }: DriftResult): string {
  const facts = policies[0]?.facts ?? 0
  const stated = `${countOf(facts, 'fact')} in the first ${countOf(cuts[0] ?? 0, 'message')} that nothing states again`
  const rows = policies.flatMap(({ id, cycles }) =>
    cycles.map((cycle, index) => [
      id,
      String(index + 1),
      formatCount(cycle.messages),
      formatCount(cycle.tokensBefore),
      cycle.isCondensed ? formatCount(cycle.tokensAfter) : 'not condensed',
      cycle.survival === null ? '' : formatPercent(100 * cycle.survival),
      cycle.costUsd === 0 && !cycle.isCondensed ? '' : formatUsd(cycle.costUsd),
    ]),
  )
  const sections = [
    formatPairs([
      ['condensed', countOf(cuts.length, 'time')],
      ['followed', stated],
    ]),
    formatTable(
      [
        { title: 'policy' },
        ...['cycle', 'messages', 'tokens before', 'after', 'facts left', 'cost'].map((title) => ({
          title,
          align: 'right' as const,
        })),
      ],
      rows,
    ),
    formatTable(
      [{ title: 'policy' }, { title: 'half of the facts are gone after' }],
      policies.map(halfLifeOf),
    ),
    formatPairs(policies.flatMap(notesOf)),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function halfLifeOf({ id, facts, cycles, halfLifeCycles }: DriftedPolicy): readonly string[] {
  if (facts === 0) return [id, 'no fact to follow']
  if (!cycles.some(({ isCondensed }) => isCondensed)) return [id, 'it condensed nothing']
  if (halfLifeCycles === null) return [id, 'none was lost']
  return [id, `${halfLifeCycles.toFixed(1)} condensations`]
}

const mostNotes = 2
/** What stands behind it is said in fewer characters; a message of a model may be anything. */
const mostNoteChars = 1200

function notesOf({ id, notes }: DriftedPolicy): [string, string][] {
  const texts = notes.map(({ cycle, text }) => oneLine(`in cycle ${cycle + 1}: ${text}`, mostNoteChars))
  return firstPairs(id, texts, mostNotes)
}
