import type { ImportProblem } from '../../library/task-types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'
import type { NoteOf } from './note.ts'

const unknownHistoryTexts = {
  'no-answer':
    'No answer is recorded before the next request: it was aborted, it failed, or its answer was deleted.',
  'no-time': 'Neither times nor places in the record say which message answered it.',
  'condensed-away': 'The agent condensed afterwards and deleted what was sent.',
  'lost-history': 'Part of what was sent is no longer in the file: it was deleted afterwards.',
  'sent-less': 'Less input is recorded than these messages have: the agent sent something else.',
  'sent-more':
    'More input is recorded than these messages and the overhead have: the agent sent something else.',
  'unplaced-attempt':
    'No answer is recorded before the next request, and which messages it sent is not known.',
  'other-input':
    'No answer is recorded before the next request, and its recorded input is not that of the messages before it, so what it sent is not known.',
} as const

const uncalibratedTexts = {
  ...unknownHistoryTexts,
  unused: 'No input is recorded: the request failed, or nothing was counted.',
  cancelled: 'It was aborted.',
  before: 'What it saw has been condensed, truncated or hidden since.',
  off: 'It does not fit the line through the requests around it.',
} as const

/** Why nobody knows what a recorded request sent. */
export type UnknownHistoryReason = keyof typeof unknownHistoryTexts

/** Why a recorded request is no point of the calibration. */
export type UncalibratedReason = keyof typeof uncalibratedTexts

/** The reason as a sentence. */
export function explainUnknownHistory(reason: UnknownHistoryReason): string {
  return unknownHistoryTexts[reason]
}

/** The reason as a sentence. */
export function explainUncalibrated(reason: UncalibratedReason): string {
  return uncalibratedTexts[reason]
}

const describeCountingWay = (isOnTop: boolean): string =>
  isOnTop ? 'on top of the input' : 'as part of the input'

/** Sentences about the counting of cached tokens in a record. */
export const countingSentences = {
  'counting-change': ({ request, isOnTop }: CountingChange) =>
    `From request ${request} on cached tokens are recorded ${describeCountingWay(isOnTop)}, before that ${describeCountingWay(!isOnTop)}, probably because the agent was updated. Both are read correctly.`,
  'more-counting-changes': ({ changes }: { readonly changes: number }) =>
    `How cached tokens are recorded changes ${formatCountWithNoun(changes, 'more time')} after that.`,
} as const
export type CountingNote = NoteOf<typeof countingSentences>

type CountingChange = { readonly request: number; readonly isOnTop: boolean }

const mostChanges = 3

/** Where a record begins to count cached tokens in another way; the first few places. */
export function buildCountingNotes({
  changes,
}: {
  readonly changes: readonly CountingChange[]
}): CountingNote[] {
  const rest = changes.length - mostChanges
  return [
    ...changes
      .slice(0, mostChanges)
      .map((change): CountingNote => ({ code: 'counting-change', figures: change })),
    ...(rest > 0 ? [{ code: 'more-counting-changes', figures: { changes: rest } } as const] : []),
  ]
}

const mostProblems = 5

/** Problems with the files of a task, and where; the first of many. */
export function describeProblems(problems: readonly ImportProblem[]): string[] {
  const texts = problems.map(
    ({ file, place, reason }) => `${file}${place === '' ? '' : `, ${place}`}: ${reason.replace(/\.$/, '')}.`,
  )
  const more = texts.length - mostProblems
  return more > 0
    ? [
        ...texts.slice(0, mostProblems),
        `${formatCountWithNoun(more, 'more problem')} with the files of this task.`,
      ]
    : texts
}

/** Why requests have no cost at list prices, in a sentence. */
export function explainUnpriced(requests: number, terms: string): string {
  const [was, it] = requests === 1 ? ['was', 'It is'] : ['were', 'They are']
  return `${formatCountWithNoun(requests, 'request')} ${was} served at ${terms}, which no list price is known for. ${it} in no sum of money.`
}

/** What to say behind a sum of money in which requests are missing that no list price is known for. */
export function formatUnpricedMark(requests: number): string {
  return requests === 0 ? '' : `, ${formatCountWithNoun(requests, 'request')} unpriced`
}

/** What to say behind a cost that no agent recorded, or not all of it: nothing where all was. */
export function listPriceMark({
  costUsd,
  derivedUsd,
  subscription,
}: {
  readonly costUsd: number
  readonly derivedUsd: number
  readonly subscription?: string | undefined
}): string {
  if (derivedUsd === 0) return ''
  const mark = derivedUsd < costUsd * 0.999 ? ', in part at list prices' : ' at list prices'
  return subscription === undefined ? mark : `${mark} (${subscription} plan, not billed by the token)`
}
