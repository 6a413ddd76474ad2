import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { cachedTokensOf, countingNotes } from '../../engine/inspect/cached-tokens.ts'
import type { RecordedTask } from '../replay/recorded-task.ts'
import type { WeighedTask } from '../replay/weigh-task.ts'

/** What a timeline cannot show, and why. */
export function timelineNotes(
  { messages, usage, hiddenRange }: RecordedTask,
  { matched, unmatched, splits }: Pick<WeighedTask, 'matched' | 'unmatched' | 'splits'>,
  isCalibrated: boolean,
): string[] {
  const count = (reason: string): number => unmatched.filter((one) => one.reason === reason).length
  const notes: string[] = []
  const note = (times: number, text: (requests: string, isOne: boolean) => string): void => {
    if (times > 0) notes.push(text(countOf(times, 'request'), times === 1))
  }
  if (!isCalibrated)
    notes.push(
      `${isRecorded(usage) ? 'The usage that is recorded fits none of these messages' : 'No usage of these messages is recorded'}: tokens are counted, and the system prompt and the tools are missing.`,
    )
  if (usage.requests.length === 0) notes.push('No request is recorded, so there is no cost either.')
  note(
    count('condensed-away'),
    (requests) =>
      `The agent condensed and deleted what it condensed. What ${requests} before that saw is gone: the context up to the last message that was kept is that of the messages that are left, and was larger.`,
  )
  note(
    count('lost-history'),
    (requests) =>
      `Part of what ${requests} sent is no longer in the file: it was deleted afterwards. The context there is that of the messages that are left, and was larger.`,
  )
  note(
    count('sent-more'),
    (requests, isOne) =>
      `${requests} ${isOne ? 'was' : 'were'} recorded with more input than these messages and the system prompt have: something else was sent.`,
  )
  note(
    count('sent-less'),
    (requests, isOne) =>
      `${requests} ${isOne ? 'was' : 'were'} recorded with less input than these messages have: something else was sent.`,
  )
  note(count('no-time'), (requests) => `Neither times nor places say which messages answered ${requests}.`)
  note(
    // Without any that were recorded, the first note has said so.
    isCalibrated ? matched.filter(({ requestIndex }) => splits[requestIndex] === null).length : 0,
    (requests) => `The tokens of ${requests} were not recorded; the context there follows from the others.`,
  )
  if (isCalibrated && measuredEnd(matched, splits) < messages.length - 2)
    notes.push(
      `No request after message #${Math.max(0, measuredEnd(matched, splits))} says what its messages have: they are counted and scaled as the rest.`,
    )
  if (hiddenRange !== null && usage.requests.every(({ deletedRange }) => deletedRange === undefined))
    notes.push(
      `When messages #${hiddenRange.start} to #${hiddenRange.end} were left out is not recorded; they are taken to be gone from the request on whose input fell, else as soon as the last of them is passed.`,
    )
  notes.push(...countingNotes(cachedTokensOf(usage.requests)))
  notes.push(...costNotes(usage))
  if ((usage.subtasks ?? 0) > 0)
    notes.push(
      `${countOf(usage.subtasks ?? 0, 'subtask')} had records of their own; their cost is not in this one.`,
    )
  return notes
}

/** The last message that a measured request answered or saw. */
function isRecorded({ requests }: RecordedUsage): boolean {
  return requests.some(
    ({ tokensIn = 0, cacheWrites = 0, cacheReads = 0 }) => tokensIn + cacheWrites + cacheReads > 0,
  )
}

function measuredEnd(matched: WeighedTask['matched'], splits: WeighedTask['splits']): number {
  return matched.findLast(({ requestIndex }) => splits[requestIndex] != null)?.answerIndex ?? -1
}

/** Why the cost is not the whole cost, or why there is none. */
function costNotes({ requests, condensations }: RecordedUsage): string[] {
  const free = requests.filter(({ costUsd }) => costUsd === undefined).length
  if (free === 0) return []
  const isPaid = free < requests.length || condensations.some(({ costUsd }) => costUsd !== undefined)
  return [
    isPaid
      ? `No cost is recorded of ${countOf(free, 'request')}; the cumulative cost is without ${free === 1 ? 'it' : 'them'}.`
      : `No cost is recorded of ${countOf(free, 'request')}, so the chart of the cost is left out.`,
  ]
}
