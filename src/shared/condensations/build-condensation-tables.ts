import { alignRight, buildTable, type Cell, type TableBlock } from '../document/document.ts'
import { formatBillChange, nameArm } from '../home/answers-words.ts'
import { formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { recordedMethodId } from '../methods/method-choice-types.ts'
import type { Autopsied, CondensationInShort } from './autopsy-types.ts'
import { describeTrigger, sumMissing } from './autopsy-words.ts'
import type { KeepingMethod, KeptByMethods } from './kept-by-methods-types.ts'

/** A condensation of a list. */
export type ListedCondensation = CondensationInShort & {
  /** The task, in lists of several. */
  readonly title?: string
  /** Address of its page; absent where there are none. */
  readonly route?: string
}

/** A condensation as lists have it. */
export function shortenCondensation(one: Autopsied): CondensationInShort {
  const { n, ts, trigger, before, after, missing, unexamined, followed } = one
  const isKnown = unexamined === null && followed > 0
  const sums = { things: missing.length, ...sumMissing(missing) }
  return { n, ts, trigger, before, after, missing: isKnown ? sums : null }
}

const formatKnown = (figure: number | null): string => (figure === null ? '–' : formatCount(figure))

/** Condensations, a line each. The tab of a task and `dewpoint condensations` show it. */
export function buildCondensationTable(
  rows: readonly ListedCondensation[],
  formatTime: (ts: number) => string,
): TableBlock {
  const isOfSeveral = rows.some(({ title }) => title !== undefined)
  return buildTable(
    [
      ...(isOfSeveral ? ['Task'] : []),
      ...alignRight('No.'),
      'When',
      'Trigger',
      ...alignRight('Before', 'After', 'Needed and missing', 'Tokens re-read', 'Cost of it'),
    ],
    rows.map(({ n, ts, trigger, before, after, missing, title, route }) => {
      const linked = (text: string): Cell => (route === undefined ? text : { text, route })
      return [
        ...(isOfSeveral ? [linked(title ?? '')] : []),
        linked(formatCount(n)),
        ts === null ? '–' : linked(formatTime(ts)),
        describeTrigger(trigger) || '–',
        formatKnown(before),
        formatKnown(after),
        missing === null ? 'can’t tell' : formatCount(missing.things),
        missing === null ? '–' : formatCount(missing.tokens),
        missing === null ? '–' : formatUsd(missing.costUsd),
      ]
    }),
    { caption: 'Condensations' },
  )
}

/** The condensations after which most had to be fetched again come first. */
export function sortByMissing<Row extends CondensationInShort>(rows: readonly Row[]): readonly Row[] {
  const measureTokens = ({ missing }: Row): number => missing?.tokens ?? -1
  const countThings = ({ missing }: Row): number => missing?.things ?? -1
  return rows.toSorted((a, b) => measureTokens(b) - measureTokens(a) || countThings(b) - countThings(a))
}

/** What methods would have kept at a cut, a line each; `linkTo` gives the address of the difference that a method makes. */
export function buildKeepingTable(
  { needed, methods }: KeptByMethods,
  linkTo?: (method: KeepingMethod) => string,
): TableBlock {
  return buildTable(
    [
      'Method',
      ...alignRight('Needed things kept', 'Tokens after', 'Bill against what was recorded'),
      'Result',
    ],
    methods.map((method) => {
      const { id, tokensAfter, changeUsd, kept, outcome } = method
      const isRecorded = id === recordedMethodId
      const route = outcome === 'failed' ? undefined : linkTo?.(method)
      return [
        { text: nameArm(method), ...(route === undefined ? {} : { route }) },
        kept === null ? '–' : `${formatCount(kept)} of ${formatCount(needed)}`,
        formatKnown(tokensAfter),
        isRecorded ? 'as recorded' : formatBillChange(changeUsd),
        describeKeepingFault(method),
      ]
    }),
    {
      caption: 'What would have kept it',
      note: 'Only what the agent fetched again is counted, so its own condensation has none of it. Tokens are those of the messages, without system prompt and tools. Methods that leave more tokens keep more of everything, and one condensation is too few to name a winner.',
    },
  )
}

function describeKeepingFault({ valid, outcome, problems }: KeepingMethod): Cell {
  const [problem = ''] = problems
  if (outcome === 'failed') return { text: `failed: ${problem}`, tone: 'bad' }
  if (!valid) return { text: problem === '' ? 'invalid' : `invalid: ${problem}`, tone: 'bad' }
  return outcome === 'unchanged' ? 'would not have condensed' : 'valid'
}
