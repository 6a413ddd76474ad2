import type { ArmCheck } from '../../../shared/domain/arm.ts'
import { formatCount } from '../../../shared/lib/count-of.ts'
import { formatTable } from './table.ts'

/** `condense --check-with` for people: both counts side by side. */
export function armCheckText({ arm, model, dewpoint, vendor, difference, notes }: ArmCheck): string {
  const cleared = ({ originalTokens, remainingTokens }: ArmCheck['vendor']): number =>
    originalTokens - remainingTokens
  const row = (title: string, ours: number, theirs: number, apart: number): string[] => [
    title,
    formatCount(ours),
    formatCount(theirs),
    `${apart > 0 ? '+' : ''}${formatCount(apart)}`,
  ]
  const table = formatTable(
    [{ title: 'input tokens' }, { title: 'Dewpoint' }, { title: model }, { title: 'difference' }],
    [
      row('original', dewpoint.originalTokens, vendor.originalTokens, difference.originalTokens),
      row('remaining', dewpoint.remainingTokens, vendor.remainingTokens, difference.remainingTokens),
      row('cleared', cleared(dewpoint), cleared(vendor), difference.clearedTokens),
    ],
  )
  return `${arm}\n\n${table}${notes.map(({ message }) => `note: ${message}\n`).join('')}`
}
