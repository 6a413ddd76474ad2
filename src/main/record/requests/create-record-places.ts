import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { MatchedRequest } from './match-requests.ts'

/** Where in the file something happened that is recorded with a time or a place. */
export type RecordPlaces = {
  /** The first message that is not older; the last one where all are; null where nothing has a time. */
  readonly ofTime: (ts: number | null | undefined) => number | null
  /** The answer of a request; where it has none, the message that came next. */
  readonly ofRequest: (requestIndex: number) => number
}

/** The places of a file with at least one message. */
export function createRecordPlaces(
  messages: readonly Message[],
  { requests }: RecordedUsage,
  matched: readonly MatchedRequest[],
): RecordPlaces {
  const end = messages.length - 1
  const latest = computeLatestTimes(messages)
  const answerOf = new Map(matched.map(({ requestIndex, answerIndex }) => [requestIndex, answerIndex]))
  const followers = findNextAnswers(requests.length, answerOf, end)
  const findPlaceByTime = (ts: number | null | undefined): number | null =>
    ts == null || (latest.at(-1) ?? -Infinity) === -Infinity ? null : findFirstNotBelow(latest, ts)
  return {
    ofTime: findPlaceByTime,
    ofRequest: (requestIndex) => {
      const { ts, historyIndex } = requests[requestIndex] ?? {}
      const place = historyIndex === undefined ? null : Math.min(end, historyIndex + 1)
      return answerOf.get(requestIndex) ?? findPlaceByTime(ts) ?? place ?? followers[requestIndex] ?? end
    },
  }
}

/** Times go back now and then: the latest up to each message. */
function computeLatestTimes(messages: readonly Message[]): number[] {
  let latest = -Infinity
  return messages.map(({ ts }) => (latest = Math.max(latest, ts ?? -Infinity)))
}

function findFirstNotBelow(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) >= value) high = middle
    else low = middle + 1
  }
  return low
}

/** For each request the answer of the next one that has any. */
function findNextAnswers(count: number, answerOf: ReadonlyMap<number, number>, end: number): number[] {
  const next: number[] = []
  let following = end
  for (let index = count - 1; index >= 0; index -= 1) {
    following = answerOf.get(index) ?? following
    next[index] = following
  }
  return next
}
