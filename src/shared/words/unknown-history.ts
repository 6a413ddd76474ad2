/** Why nobody knows what a recorded request sent. */
const unknownHistoryReasons = [
  'no-answer',
  'no-time',
  'condensed-away',
  'lost-history',
  'sent-less',
  'sent-more',
  'unplaced-attempt',
  'other-input',
] as const
export type UnknownHistoryReason = (typeof unknownHistoryReasons)[number]

/** The reason as a sentence. */
export function unknownHistoryText(reason: UnknownHistoryReason): string {
  return texts[reason]
}

const texts: Readonly<Record<UnknownHistoryReason, string>> = {
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
}

/** Why a recorded request is no point of the calibration. */
export type UncalibratedReason = UnknownHistoryReason | keyof typeof uncalibratedTexts

/** The reason as a sentence. */
export function uncalibratedText(reason: UncalibratedReason): string {
  return allTexts[reason]
}

const uncalibratedTexts = {
  unused: 'No input is recorded: the request failed, or nothing was counted.',
  cancelled: 'It was aborted.',
  before: 'What it saw was condensed, truncated or hidden since.',
  off: 'It lies off the line of the requests around it.',
} as const

const allTexts: Readonly<Record<UncalibratedReason, string>> = { ...texts, ...uncalibratedTexts }
