import { assertNever } from '../kernel/assert-never.ts'
import type { FactFate, PinnedFact } from './pinned-fact-types.ts'

/** What became of a fact in a condensation, without where it is kept: `named there: port 5433, src/db.ts`. */
export function describeFate({ fate, there, missing, unclear }: FactFate): string {
  const without = missing.length === 0 ? '' : `, without ${nameSome(missing)}`
  switch (fate) {
    case 'verbatim':
      return 'kept word for word'
    case 'reworded':
      return `kept in other words${without}`
    case 'named':
      return `named: ${nameSome(there)}${without}`
    case 'gone':
      return `gone: ${missing.length === 1 ? 'it does not name' : 'it names none of'} ${nameSome(missing)}`
    case 'gone-before':
      return 'gone before this one'
    case 'unclear':
      return `can’t tell: ${unclearTexts[unclear ?? 'no-names']}`
    default:
      return assertNever(fate)
  }
}

const unclearTexts: Readonly<Record<NonNullable<FactFate['unclear']>, string>> = {
  opaque: 'the summary is encrypted',
  'no-names': 'it is not there word for word and holds no name or value to look for',
  deleted: 'what it left out is no longer in the files',
  'no-summary': 'its summary is no longer in the files',
  'no-request': 'no request has been recorded since',
}

/** Of many names the first; the rest are counted. */
const mostNames = 5

function nameSome(names: readonly string[]): string {
  const more = names.length - mostNames
  return [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** A fact at one condensation, for people; null where it was said after it. */
export function findFate({ fates }: PinnedFact, n: number): FactFate | null {
  return fates.find((fate) => fate.n === n) ?? null
}
