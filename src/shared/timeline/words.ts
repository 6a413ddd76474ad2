import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import { showControls } from '../kernel/show-controls.ts'
import { sayWith, type NoteOf } from '../kernel/words/note.ts'
import {
  countingSentences,
  describeProblems,
  explainUnknownHistory,
  explainUnpriced,
} from '../kernel/words/record.ts'
import type { ImportProblem } from '../library/task-types.ts'
import type { Timeline, TimelineMarker } from './types.ts'

type Surrounding = 'mode' | 'model'

const eventSentences = {
  condensed: ({ summary }: { readonly summary: number | null }) =>
    `The agent condensed the history.${summary === null ? '' : ` Its summary is message #${summary}.`}`,
  'summary-alone': ({ message }: { readonly message: number }) =>
    `Message #${message} is a summary that the agent wrote. Its condensation is not recorded.`,
  truncated: ({ removed }: { readonly removed: number | null }) =>
    `The agent slid its window${removed === null ? '' : ` and left out ${formatCountWithNoun(removed, 'message')}`}.`,
  'truncation-mark': ({ message }: { readonly message: number }) =>
    `Message #${message} marks a truncation. The truncation itself is not recorded.`,
  'left-out': ({ start, end }: { readonly start: number; readonly end: number }) =>
    `From here on the agent left out messages #${start} to #${end}.`,
  aborted: ({ request }: { readonly request: number }) => `Request ${request} was aborted or failed.`,
  failed: ({ request, failure }: { readonly request: number; readonly failure: string }) =>
    `Request ${request} failed: ${failure}`,
  unanswered: ({ request }: { readonly request: number }) =>
    `Request ${request}: ${explainUnknownHistory('no-answer')}`,
  retried: ({ request, times }: { readonly request: number; readonly times: number }) =>
    `Request ${request} was sent again ${formatCountWithNoun(times, 'time')}.`,
  changed: (figures: {
    readonly kind: Surrounding
    readonly before: string | null
    readonly after: string | null
  }) => {
    const { kind, before, after } = figures
    if (after === null) return `The ${kind} from here on is not recorded. Before, it was ${before ?? ''}.`
    return before === null
      ? `The ${kind} from here on is ${after}. What it was before is not recorded.`
      : `The ${kind} changed from ${before} to ${after}.`
  },
  subtask: ({ childId, toolName }: { readonly childId: string | null; readonly toolName: string }) =>
    `Work was handed to ${childId === null ? 'another task' : `task ${childId}`} (${toolName}).`,
} as const
export type EventNote = NoteOf<typeof eventSentences>

type Count = { readonly requests: number }
const pickVerbForm = (requests: number): string => (requests === 1 ? 'was' : 'were')
const formatRequests = (requests: number): string => formatCountWithNoun(requests, 'request')

const noteSentences = {
  empty: () => 'The history has no messages.',
  counted: ({ isRecorded }: { readonly isRecorded: boolean }) =>
    `${isRecorded ? 'The usage that is recorded fits none of these messages' : 'No usage of these messages is recorded'}: tokens are counted, and the system prompt and the tools are missing.`,
  'no-requests': () => 'No request is recorded, so there is no cost either.',
  'condensed-away': ({ requests }: Count) =>
    `The agent condensed and deleted what it condensed. What ${formatRequests(requests)} before that saw is gone: the context up to the last message that was kept is that of the messages that are left, and was larger.`,
  'lost-history': ({ requests }: Count) =>
    `Part of what ${formatRequests(requests)} sent is no longer in the file: it was deleted afterwards. The context there is that of the messages that are left, and was larger.`,
  'sent-more': ({ requests }: Count) =>
    `${formatRequests(requests)} ${pickVerbForm(requests)} recorded with more input than these messages and the system prompt have: something else was sent.`,
  'sent-less': ({ requests }: Count) =>
    `${formatRequests(requests)} ${pickVerbForm(requests)} recorded with less input than these messages have: something else was sent.`,
  'no-time': ({ requests }: Count) =>
    `Neither times nor places say which messages answered ${formatRequests(requests)}.`,
  'no-tokens': ({ requests }: Count) =>
    `The tokens of ${formatRequests(requests)} were not recorded. The context there is estimated from the others.`,
  'unmeasured-end': ({ message }: { readonly message: number }) =>
    `No request after message #${message} says what its messages have: they are counted and scaled as the rest.`,
  'undated-range': ({ start, end }: { readonly start: number; readonly end: number }) =>
    `The record does not say when messages #${start} to #${end} were left out. They are taken to be gone from the first request with less input, or else once the last of them is passed.`,
  'unseen-history': ({ requests, tokens }: Count & { readonly tokens: number }) =>
    `${formatRequests(requests)} sent up to ${formatCountWithNoun(tokens, 'token')} that are not in the file and were gone behind a condensation. They stand here as part of the system prompt and tools.`,
  ...countingSentences,
  'partly-unpaid': ({ requests }: Count) =>
    `No cost is recorded for ${formatRequests(requests)}. The cumulative cost leaves ${requests === 1 ? 'it' : 'them'} out.`,
  'list-prices': ({ requests }: Count) =>
    `The cost of ${formatRequests(requests)} is not recorded. It is estimated from the tokens at list prices of the model on that day.`,
  unpriced: ({ requests, terms }: Count & { readonly terms: string }) => explainUnpriced(requests, terms),
  unpaid: ({ requests }: Count) =>
    `No cost is recorded for ${formatRequests(requests)}, so there is no cost chart.`,
  'paid-in-sum': ({ costUsd }: { readonly costUsd: number }) =>
    `${formatUsd(costUsd)} is recorded for the session as a whole. Which request cost how much of it is not known.`,
  subtasks: ({ subtasks }: { readonly subtasks: number }) =>
    `${formatCountWithNoun(subtasks, 'subtask')} had records of their own. Their cost is not in this one.`,
  'unknown-model': ({ first, last }: { readonly first: number; readonly last: number }) => {
    const where = last === first ? `Message #${last}` : `Messages #${first} to #${last}`
    return `${where}: the requests were deleted between two models, so which of them it was is not recorded, and its window is not known.`
  },
} as const
export type TimelineNote = NoteOf<typeof noteSentences>

/** Something that happened, without a sentence. */
export type EventFigures = Omit<TimelineMarker, 'text' | 'note'> & { readonly note: EventNote }

/** A timeline without sentences. */
export type TimelineFigures = Omit<Timeline, 'markers' | 'notes' | 'findings'> & {
  readonly markers: readonly EventFigures[]
  readonly findings: readonly TimelineNote[]
}

/** A timeline with its sentences; the problems of its files come first. */
export function withTimelineText(
  timeline: TimelineFigures,
  problems: readonly ImportProblem[] = [],
): Timeline {
  const { markers, findings } = timeline
  return {
    ...timeline,
    // Names of models and modes come from the file, and may hold anything.
    markers: markers.map((one) => ({ ...one, text: showControls(sayWith(eventSentences)(one.note)) })),
    findings: [...findings],
    notes: [...describeProblems(problems), ...findings.map(sayWith(noteSentences))],
  }
}
