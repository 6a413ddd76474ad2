import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { findFalls, leastFallMs, type FoundClockStep } from './find-clock-steps.ts'

const mostPlaces = 5

type History = {
  readonly file: string
  readonly times: readonly (number | null)[]
  /** Place in the file of each message; null where damage hides it. */
  readonly indices: readonly (number | null)[]
}
type Chat = {
  readonly file: string
  readonly steps: readonly FoundClockStep[]
  /** Lines that are older than the line before them, where it was not the clock. */
  readonly disorder: readonly number[]
}

/** Where the times of a task go back, and what counts there instead. One problem for all places of a kind. */
export function collectTimeProblems(history: History, chat: Chat | null): readonly ImportProblem[] {
  const steps = chat?.steps ?? []
  const known = new Set(steps.map(({ message }) => message))
  const falls = findFalls(history.times).filter(
    ({ at, from, to }) => from - to >= leastFallMs && !known.has(at),
  )
  const findFilePlace = (message: number): number => history.indices[message] ?? message
  const buildProblem = (file: string, place: string, reason: string): ImportProblem[] => [
    { file, place, reason, severity: 'warning' },
  ]
  return [
    ...(chat === null || steps.length === 0 ? [] : buildClockProblem(history.file, chat, findFilePlace)),
    ...(falls.length === 0
      ? []
      : buildProblem(
          history.file,
          formatPlaces(
            'message',
            falls.map(({ at }) => findFilePlace(at)),
          ),
          `times go back here by ${formatLargestSpan(falls.map(({ from, to }) => from - to))}, so what contradicts the order of the messages is matched by that order`,
        )),
    ...(chat === null || chat.disorder.length === 0
      ? []
      : buildProblem(
          chat.file,
          formatPlaces('element', chat.disorder),
          'times go back here, so the lines are read in the order of their times',
        )),
  ]
}

function buildClockProblem(
  file: string,
  { file: chatFile, steps }: Chat,
  placeOf: (message: number) => number,
): ImportProblem[] {
  const messages = steps.flatMap(({ message }) => (message === null ? [] : [placeOf(message)]))
  const lines = formatPlaces(
    'element',
    steps.map(({ line }) => line),
  )
  const by = formatLargestSpan(steps.map(({ byMs }) => byMs))
  const isInBoth = messages.length > 0
  return [
    {
      file: isInBoth ? file : chatFile,
      place: isInBoth ? formatPlaces('message', messages) : lines,
      reason: `times go back here by ${by}${isInBoth ? `, and at ${lines} of ${chatFile}` : ''}: the clock was set back. Requests are matched to messages in the order of the files, and times before it are taken as earlier`,
      severity: 'warning',
    },
  ]
}

function formatPlaces(what: string, places: readonly number[]): string {
  const more = places.length > mostPlaces ? ', …' : ''
  return `${what}${places.length === 1 ? '' : 's'} ${places.slice(0, mostPlaces).join(', ')}${more}`
}

function formatLargestSpan(spans: readonly number[]): string {
  const most = formatSpan(findLargest(spans))
  return spans.length === 1 ? most : `up to ${most}`
}

/** In the largest unit of which there are two. */
function formatSpan(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 120) return formatCountWithNoun(Math.max(1, Math.round(seconds)), 'second')
  if (seconds < 7200) return formatCountWithNoun(Math.round(seconds / 60), 'minute')
  return seconds < 172_800
    ? formatCountWithNoun(Math.round(seconds / 3600), 'hour')
    : formatCountWithNoun(Math.round(seconds / 86_400), 'day')
}
