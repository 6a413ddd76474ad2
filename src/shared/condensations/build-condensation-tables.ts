import { alignRight, buildTable, type Cell, type TableBlock } from '../document/document.ts'
import { formatBillChange, nameArm } from '../home/answers-words.ts'
import { formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { recordedMethodId } from '../methods/method-choice-types.ts'
import type { Autopsied } from './autopsy-types.ts'
import { describeTrigger, sumMissing } from './autopsy-words.ts'
import type { KeepingMethod, KeptByMethods } from './kept-by-methods-types.ts'

/** A condensation of a list. */
export type ListedCondensation = {
  readonly one: Autopsied
  /** The task, in lists of several. */
  readonly title?: string
  /** Address of its page; absent where there are none. */
  readonly route?: string
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
      'Made',
      'Set off',
      ...alignRight('Before', 'After', 'Needed and missing', 'Tokens again', 'Cost again'),
    ],
    rows.map(({ one, title, route }) => {
      const linked = (text: string): Cell => (route === undefined ? text : { text, route })
      const { tokens, costUsd } = sumMissing(one.missing)
      const isKnown = one.unexamined === null && one.followed > 0
      return [
        ...(isOfSeveral ? [title ?? ''] : []),
        linked(formatCount(one.n)),
        one.ts === null ? '–' : linked(formatTime(one.ts)),
        describeTrigger(one.trigger) || '–',
        formatKnown(one.before),
        formatKnown(one.after),
        isKnown ? formatCount(one.missing.length) : 'can’t tell',
        isKnown ? formatCount(tokens) : '–',
        isKnown ? formatUsd(one.missing.length === 0 ? 0 : costUsd) : '–',
      ]
    }),
    { caption: 'Condensations' },
  )
}

/** The condensations after which most had to be fetched again come first. */
export function sortByMissing<Row extends ListedCondensation>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (a, b) =>
      sumMissing(b.one.missing).tokens - sumMissing(a.one.missing).tokens ||
      b.one.missing.length - a.one.missing.length,
  )
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
      note: 'Only what the agent fetched again is counted, so its own condensation has none of it. Tokens are those of the messages, without system prompt and tools. Methods that leave more tokens keep more of everything: one condensation names no winner.',
    },
  )
}

function describeKeepingFault({ valid, outcome, problems }: KeepingMethod): Cell {
  const [problem = ''] = problems
  if (outcome === 'failed') return { text: `failed: ${problem}`, tone: 'bad' }
  if (!valid) return { text: problem === '' ? 'invalid' : `invalid: ${problem}`, tone: 'bad' }
  return outcome === 'unchanged' ? 'would not have condensed' : 'valid'
}
