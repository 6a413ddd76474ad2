import type { Message } from '../../shared/domain/message.ts'
import type { Part } from '../../shared/domain/part.ts'
import type { TimelineMarker } from '../../shared/domain/timeline.ts'
import type { RecordedCondensation, RecordedTruncation, RequestUsage } from '../../shared/domain/usage.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { showControls } from '../../shared/lib/show-controls.ts'
import type { MatchedRequest, UnmatchedRequest } from '../record/requests/match-requests.ts'
import { summariesOfRecords } from '../record/condensations/summaries-of-records.ts'
import type { RecordedTask } from '../record/recorded-task.ts'
import { delegatingTools, subtaskChildren } from './subtask-children.ts'
import type { PointMoment } from './timeline-moments.ts'
import type { TimelinePlaces } from './timeline-places.ts'
import type { Stretch } from './timeline-surroundings.ts'

/** What markers are made of. */
export type MarkerInput = {
  readonly task: RecordedTask
  readonly matched: readonly MatchedRequest[]
  readonly unmatched: readonly UnmatchedRequest[]
  readonly moments: readonly PointMoment[]
  readonly places: TimelinePlaces
  readonly parts: readonly (readonly Part[])[]
  readonly modes: readonly Stretch[]
  readonly models: readonly Stretch[]
  /** Tasks that the record names as its subtasks, by the ids of the agent. */
  readonly childIds: readonly string[]
  /** The point at which a message came into the context, by its index. */
  readonly firstSeen: ReadonlyMap<number, number>
  /** Recorded input of a request, tokens; null where there is none. */
  readonly inputOf: (requestIndex: number) => number | null
}

/** Tools with which agents hand work to another task, and those to others within this one. */
const subtaskTools: ReadonlySet<string> = new Set([...delegatingTools, 'use_subagents', 'Task', 'Agent'])

/** Everything that happened while the task ran, in the order of the file. */
export function timelineMarkers(input: MarkerInput): TimelineMarker[] {
  return [
    ...condensationMarkers(input),
    ...truncationMarkers(input),
    ...rangeMarkers(input),
    ...requestMarkers(input),
    ...surroundingMarkers(input),
    ...subtaskMarkers(input),
  ].toSorted((a, b) => a.messageIndex - b.messageIndex)
}

/** What is known of an event; figures may have fractions or be missing. */
type Known = {
  readonly messageIndex: number
  readonly text: string
  readonly ts?: number | null | undefined
  readonly tokensBefore?: number | null | undefined
  readonly tokensAfter?: number | null | undefined
  readonly costUsd?: number | null | undefined
  /** The task that work was handed to, by the id of the agent. */
  readonly childId?: string | undefined
}

function marker(kind: TimelineMarker['kind'], known: Known): TimelineMarker {
  const {
    messageIndex,
    text,
    ts = null,
    tokensBefore = null,
    tokensAfter = null,
    costUsd = null,
    childId,
  } = known
  return {
    kind,
    messageIndex,
    ts,
    tokensBefore: tokensBefore === null ? null : Math.round(tokensBefore),
    tokensAfter: tokensAfter === null ? null : Math.round(tokensAfter),
    costUsd,
    // Names of models and modes come from the file, and may hold anything.
    text: showControls(text),
    ...(childId === undefined ? {} : { child: { id: childId, taskId: null, title: null } }),
  }
}

function condensationMarkers({ task, places, firstSeen }: MarkerInput): TimelineMarker[] {
  const { messages, usage } = task
  const summaries = messages.flatMap(({ isSummary, condenseId }, index) =>
    isSummary === true ? [{ index, id: condenseId ?? undefined }] : [],
  )
  const unnamed = summaries.filter(({ id }) => id === undefined)
  const names = summariesOfRecords(messages, usage.condensations)
  const deleting = usage.condensations.filter(
    ({ condenseId }, at) => condenseId === undefined && names[at] === null,
  )
  const summaryOf = (condensation: RecordedCondensation, place: number) => {
    const name = condensation.condenseId ?? names[place] ?? undefined
    if (name !== undefined) return summaries.findLast(({ id }) => id === name)
    // Classic Roo deletes earlier summaries with what they stood for: the last ones are those that are left.
    return unnamed.at(deleting.indexOf(condensation) - deleting.length)
  }
  const recorded = usage.condensations.map((condensation, place) => {
    const summary = summaryOf(condensation, place)
    const { ts, tokensBefore, tokensAfter, costUsd } = condensation
    const messageIndex =
      seenAt(summary?.index, firstSeen) ?? places.ofTime(ts) ?? Math.max(0, messages.length - 1)
    const about = summary === undefined ? '' : ` Its summary is message #${summary.index}.`
    const text = `The agent condensed the history.${about}`
    return {
      summary,
      marker: marker('condensation', { messageIndex, ts, tokensBefore, tokensAfter, costUsd, text }),
    }
  })
  const known = new Set(recorded.map(({ summary }) => summary?.index))
  const others = summaries.filter(({ index }) => !known.has(index))
  return [
    ...recorded.map((one) => one.marker),
    ...others.map(({ index }) =>
      marker('condensation', {
        messageIndex: seenAt(index, firstSeen) ?? index,
        ts: messages[index]?.ts ?? null,
        text: `Message #${index} is a summary that the agent wrote; its condensation is not recorded.`,
      }),
    ),
  ]
}

function truncationMarkers({ task, places, firstSeen }: MarkerInput): TimelineMarker[] {
  const { messages, usage } = task
  const marks = messages.flatMap(({ isTruncationMarker, truncationId }, index) =>
    isTruncationMarker === true ? [{ index, id: truncationId ?? undefined }] : [],
  )
  const recorded = (usage.truncations ?? []).map((truncation) => {
    const { ts, tokensBefore, tokensAfter, truncationId } = truncation
    const mark = truncationId === undefined ? undefined : marks.findLast(({ id }) => id === truncationId)
    const messageIndex =
      seenAt(mark?.index, firstSeen) ?? places.ofTime(ts) ?? Math.max(0, messages.length - 1)
    const text = `The agent slid its window${removedBy(truncation)}.`
    return {
      mark,
      marker: marker('truncation', { messageIndex, ts, tokensBefore, tokensAfter, text }),
    }
  })
  const known = new Set(recorded.map(({ mark }) => mark?.index))
  return [
    ...recorded.map((one) => one.marker),
    ...marks
      .filter(({ index }) => !known.has(index))
      .map(({ index }) =>
        marker('truncation', {
          messageIndex: seenAt(index, firstSeen) ?? index,
          ts: messages[index]?.ts ?? null,
          text: `Message #${index} marks a truncation; the truncation itself is not recorded.`,
        }),
      ),
  ]
}

function removedBy({ messagesRemoved }: RecordedTruncation): string {
  return messagesRemoved === undefined ? '' : ` and left out ${countOf(messagesRemoved, 'message')}`
}

function seenAt(index: number | undefined, firstSeen: ReadonlyMap<number, number>): number | undefined {
  return index === undefined ? undefined : (firstSeen.get(index) ?? index)
}

/** Cline names with a request what it no longer sends. */
function rangeMarkers({ task, moments, matched, inputOf }: MarkerInput): TimelineMarker[] {
  const { messages } = task
  return moments.flatMap(({ moment: { range }, matchIndex, isSent }, index) => {
    const before = moments[index - 1]?.moment.range ?? null
    if (range === null || range.end < range.start) return []
    if (before !== null && before.start === range.start && before.end === range.end) return []
    const request = matched[matchIndex]?.requestIndex
    const previous = matched[matchIndex - 1]?.requestIndex
    return marker('truncation', {
      messageIndex: index,
      ts: messages[index]?.ts ?? null,
      tokensBefore: isSent && previous !== undefined ? inputOf(previous) : null,
      tokensAfter: isSent && request !== undefined ? inputOf(request) : null,
      text: `From here on the agent left out messages #${range.start} to #${range.end}.`,
    })
  })
}

function requestMarkers({ task, unmatched, places }: MarkerInput): TimelineMarker[] {
  const { requests } = task.usage
  const unanswered = new Map(
    unmatched.flatMap((one) => (one.reason === 'no-answer' ? [[one.requestIndex, one.text]] : [])),
  )
  return requests.flatMap((request, index) => {
    const base = {
      messageIndex: places.ofRequest(index),
      ts: request.ts ?? null,
      costUsd: request.costUsd ?? null,
    }
    const failure = failureOf(request, unanswered.get(index))
    const retries = request.retries ?? 0
    return [
      ...(failure === null ? [] : [marker('error', { ...base, text: `Request ${index}: ${failure}` })]),
      ...(retries === 0
        ? []
        : [
            marker('retry', {
              ...base,
              // It stands at the error already, and was paid once.
              costUsd: failure === null ? base.costUsd : null,
              text: `Request ${index} was sent again ${countOf(retries, 'time')}.`,
            }),
          ]),
    ]
  })
}

function failureOf({ cancelled, failureText }: RequestUsage, unanswered: string | undefined): string | null {
  if (cancelled !== true) return unanswered ?? null
  return failureText === undefined ? 'it was aborted or failed.' : `it failed: ${shortText(failureText)}`
}

const longestFailure = 300

/** An error in one line, cut where it goes on: some hold a whole page. */
function shortText(text: string): string {
  const letters = Array.from(text.trim().replaceAll(/\s+/gu, ' '))
  return letters.length <= longestFailure ? letters.join('') : `${letters.slice(0, longestFailure).join('')}…`
}

/** Where model or mode are no longer what they were. */
function surroundingMarkers({ task, modes, models }: MarkerInput): TimelineMarker[] {
  const changes = [
    { kind: 'mode', stretches: modes },
    { kind: 'model', stretches: models },
  ] as const
  return changes.flatMap(({ kind, stretches }) =>
    stretches.slice(1).map(({ fromMessage, value }, before) =>
      marker(kind, {
        messageIndex: fromMessage,
        ts: tsOf(task.messages[fromMessage]),
        text: changeText(kind, stretches[before]?.value ?? null, value),
      }),
    ),
  )
}

function changeText(kind: 'mode' | 'model', before: string | null, after: string | null): string {
  if (after === null)
    return `Which ${kind} it was from here on is not recorded; before, it was ${before ?? ''}.`
  return before === null
    ? `The ${kind} from here on is ${after}; which one it was before is not recorded.`
    : `The ${kind} changed from ${before} to ${after}.`
}

function subtaskMarkers({ task, parts, childIds }: MarkerInput): TimelineMarker[] {
  const children = subtaskChildren(parts, childIds)
  return parts.flatMap((own, index) =>
    own
      .filter(({ kind, toolName }) => kind === 'tool-call' && subtaskTools.has(toolName ?? ''))
      .map((part) => {
        const childId = children.get(part)
        const to = childId === undefined ? 'another task' : `task ${childId}`
        return marker('subtask', {
          messageIndex: index,
          ts: tsOf(task.messages[index]),
          text: `Work was handed to ${to} (${part.toolName ?? ''}).`,
          childId,
        })
      }),
  )
}

function tsOf(message: Message | undefined): number | null {
  return message?.ts ?? null
}
