import type { Message } from '../../../../shared/kernel/message.ts'
import { pickPaidUsd } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RequestUsage } from '../../../../shared/kernel/usage.ts'
import type { EventFigures, EventNote } from '../../../../shared/timeline/words.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { sumRecordedInput } from './request-input.ts'

type FirstSeen = ReadonlyMap<number, number>

/**
 * Everything that happened while the task ran, in the order of the file. `firstSeen` gives the point at which a message
 * came into the context, by its index.
 */
export function buildTimelineMarkers(run: RecordedRun, firstSeen: FirstSeen): EventFigures[] {
  return [
    ...buildCondensationMarkers(run, firstSeen),
    ...buildTruncationMarkers(run, firstSeen),
    ...buildRangeMarkers(run),
    ...buildRequestMarkers(run),
    ...buildSurroundingMarkers(run),
    ...buildSubtaskMarkers(run),
  ].toSorted((a, b) => a.messageIndex - b.messageIndex)
}

/** What is known of an event; figures may have fractions or be missing. */
type Known = {
  readonly messageIndex: number
  readonly note: EventNote
  readonly ts?: number | null | undefined
  readonly tokensBefore?: number | null | undefined
  readonly tokensAfter?: number | null | undefined
  readonly costUsd?: number | null | undefined
  /** The task that work was handed to, by the id of the agent. */
  readonly childId?: string | undefined
  /** Number of the condensation that it is. */
  readonly condensation?: number | null
}

function buildMarker(kind: EventFigures['kind'], known: Known): EventFigures {
  const {
    messageIndex,
    note,
    ts = null,
    tokensBefore = null,
    tokensAfter = null,
    costUsd = null,
    childId,
    condensation = null,
  } = known
  return {
    kind,
    messageIndex,
    ts,
    tokensBefore: tokensBefore === null ? null : Math.round(tokensBefore),
    tokensAfter: tokensAfter === null ? null : Math.round(tokensAfter),
    costUsd,
    note,
    ...(condensation === null ? {} : { condensation }),
    ...(childId === undefined ? {} : { child: { id: childId, taskId: null, title: null } }),
  }
}

function buildCondensationMarkers(run: RecordedRun, firstSeen: FirstSeen): EventFigures[] {
  const { messages, usage, places, madeCondensations: made } = run
  const recorded = usage.condensations.map((condensation) => {
    const at = made.findIndex(({ own }) => own.record === condensation)
    const summary = made[at]?.summary ?? null
    const { ts, tokensBefore, tokensAfter } = condensation
    const costUsd = pickPaidUsd(condensation)
    const messageIndex =
      findFirstSeen(summary ?? undefined, firstSeen) ?? places.ofTime(ts) ?? Math.max(0, messages.length - 1)
    const note = { code: 'condensed', figures: { summary } } as const
    const known = { messageIndex, ts, tokensBefore, tokensAfter, costUsd, note, condensation: at + 1 }
    return { summary, marker: buildMarker('condensation', known) }
  })
  const known = new Set(recorded.map(({ summary }) => summary))
  const others = messages.flatMap(({ isSummary }, index) =>
    isSummary === true && !known.has(index) ? [index] : [],
  )
  return [
    ...recorded.map((one) => one.marker),
    ...others.map((index) =>
      buildMarker('condensation', {
        messageIndex: findFirstSeen(index, firstSeen) ?? index,
        ts: messages[index]?.ts ?? null,
        note: { code: 'summary-alone', figures: { message: index } },
        condensation: findNumber(run, index),
      }),
    ),
  ]
}

function buildTruncationMarkers(run: RecordedRun, firstSeen: FirstSeen): EventFigures[] {
  const { messages, usage, places } = run
  const marks = messages.flatMap(({ isTruncationMarker, truncationId }, index) =>
    isTruncationMarker === true ? [{ index, id: truncationId ?? undefined }] : [],
  )
  const recorded = (usage.truncations ?? []).map((truncation) => {
    const { ts, tokensBefore, tokensAfter, truncationId } = truncation
    const mark = truncationId === undefined ? undefined : marks.findLast(({ id }) => id === truncationId)
    const messageIndex =
      findFirstSeen(mark?.index, firstSeen) ?? places.ofTime(ts) ?? Math.max(0, messages.length - 1)
    const note = { code: 'truncated', figures: { removed: truncation.messagesRemoved ?? null } } as const
    const condensation = findNumber(run, mark?.index)
    const known = { messageIndex, ts, tokensBefore, tokensAfter, note, condensation }
    return { mark, marker: buildMarker('truncation', known) }
  })
  const known = new Set(recorded.map(({ mark }) => mark?.index))
  return [
    ...recorded.map((one) => one.marker),
    ...marks
      .filter(({ index }) => !known.has(index))
      .map(({ index }) =>
        buildMarker('truncation', {
          messageIndex: findFirstSeen(index, firstSeen) ?? index,
          ts: messages[index]?.ts ?? null,
          note: { code: 'truncation-mark', figures: { message: index } },
          condensation: findNumber(run, index),
        }),
      ),
  ]
}

/** Number of the condensation that wrote a message; null where none did. */
function findNumber({ messages, madeCondensations }: RecordedRun, index: number | undefined): number | null {
  const message = index === undefined ? undefined : messages[index]
  const at = madeCondensations.findIndex(({ written }) => written.some((one) => one === message))
  return at === -1 ? null : at + 1
}

function findFirstSeen(index: number | undefined, firstSeen: FirstSeen): number | undefined {
  return index === undefined ? undefined : (firstSeen.get(index) ?? index)
}

/** Where the agent leaves out other messages than before. */
function buildRangeMarkers({ messages, contexts, requests }: RecordedRun): EventFigures[] {
  const answered = requests.filter(({ history }) => history.kind === 'derived' && history.from === 'answer')
  return contexts.flatMap(({ hiddenRange: range, request, isSent }, index) => {
    const before = contexts[index - 1]?.hiddenRange ?? null
    if (range === null || range.end < range.start) return []
    if (before !== null && before.start === range.start && before.end === range.end) return []
    const at = isSent ? answered.findIndex((one) => one.index === request) : -1
    return buildMarker('truncation', {
      messageIndex: index,
      ts: messages[index]?.ts ?? null,
      tokensBefore: at < 1 ? null : sumRecordedInput(answered[at - 1]),
      tokensAfter: at < 0 ? null : sumRecordedInput(answered[at]),
      note: { code: 'left-out', figures: range },
    })
  })
}

function buildRequestMarkers({ requests, usage, places }: RecordedRun): EventFigures[] {
  return usage.requests.flatMap((request, index) => {
    const base = {
      messageIndex: places.ofRequest(index),
      ts: request.ts ?? null,
      costUsd: pickPaidUsd(request) ?? null,
    }
    const answer = requests[index]?.answer
    const isUnanswered = answer?.kind === 'unknown' && answer.why === 'no-answer'
    const failure = buildFailureNote(index, request, isUnanswered)
    const retries = request.retries ?? 0
    return [
      ...(failure === null ? [] : [buildMarker('error', { ...base, note: failure })]),
      ...(retries === 0
        ? []
        : [
            buildMarker('retry', {
              ...base,
              // It stands at the error already, and was paid once.
              costUsd: failure === null ? base.costUsd : null,
              note: { code: 'retried', figures: { request: index, times: retries } },
            }),
          ]),
    ]
  })
}

function buildFailureNote(
  request: number,
  { cancelled, failureText }: RequestUsage,
  isUnanswered: boolean,
): EventNote | null {
  if (cancelled !== true) return isUnanswered ? { code: 'unanswered', figures: { request } } : null
  return failureText === undefined
    ? { code: 'aborted', figures: { request } }
    : { code: 'failed', figures: { request, failure: shortenErrorText(failureText) } }
}

const longestFailure = 300

/** An error in one line, cut where it goes on: some hold a whole page. */
function shortenErrorText(text: string): string {
  const letters = Array.from(text.trim().replaceAll(/\s+/gu, ' '))
  return letters.length <= longestFailure ? letters.join('') : `${letters.slice(0, longestFailure).join('')}…`
}

/** Where model or mode are no longer what they were. */
function buildSurroundingMarkers({ messages, modes, models }: RecordedRun): EventFigures[] {
  const changes = [
    { kind: 'mode', segments: modes },
    { kind: 'model', segments: models },
  ] as const
  return changes.flatMap(({ kind, segments }) =>
    segments.slice(1).map(({ fromMessage, value }, before) =>
      buildMarker(kind, {
        messageIndex: fromMessage,
        ts: readMessageTs(messages[fromMessage]),
        note: { code: 'changed', figures: { kind, before: segments[before]?.value ?? null, after: value } },
      }),
    ),
  )
}

function buildSubtaskMarkers({ messages, subtasks }: RecordedRun): EventFigures[] {
  return subtasks.map(({ messageIndex, toolName, childId }) =>
    buildMarker('subtask', {
      messageIndex,
      ts: readMessageTs(messages[messageIndex]),
      note: { code: 'subtask', figures: { childId, toolName } },
      childId: childId ?? undefined,
    }),
  )
}

function readMessageTs(message: Message | undefined): number | null {
  return message?.ts ?? null
}
