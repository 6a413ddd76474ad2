import type { Message } from '../../shared/domain/message.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { condensedAwayModels } from '../record/requests/condensed-away-models.ts'
import type { MatchedRequest, UnmatchedRequest } from '../record/requests/match-requests.ts'
import { surroundingsOf, type Surroundings } from '../record/requests/surroundings.ts'
import type { TimelinePlaces } from './timeline-places.ts'

/** A model or mode, from a message of the file on. */
export type Stretch = {
  readonly fromMessage: number
  /** Null where it is not recorded. */
  readonly value: string | null
}

type SurroundingsInput = {
  readonly messages: readonly Message[]
  readonly usage: RecordedUsage
  readonly matched: readonly MatchedRequest[]
  readonly unmatched: readonly UnmatchedRequest[]
  readonly places: TimelinePlaces
}

/**
 * The models that a task was worked on with, one after the other: as its requests name them, those without an answer
 * too, and where none does, as its environments do, except those after which requests were condensed away of which
 * nobody knows the model. Empty where nothing tells of any.
 */
export function modelStretches(input: SurroundingsInput): readonly Stretch[] {
  const named = input.usage.requests.flatMap(({ modelId }, index) =>
    modelId === undefined ? [] : [{ fromMessage: input.places.ofRequest(index), value: modelId }],
  )
  return stretchesOf(named.length > 0 ? named : environmentsOf(input, 'model', forgottenAfter(input)))
}

/** The modes of a task, as its environments name them. */
export function modeStretches(input: SurroundingsInput): readonly Stretch[] {
  return stretchesOf(environmentsOf(input, 'mode'))
}

/** Messages whose environment names a model that requests after it need not have had. */
function forgottenAfter({ messages, usage, unmatched }: SurroundingsInput): ReadonlySet<number> {
  const gone = condensedAwayModels(messages, usage, unmatched)
  return new Set(gone.flatMap(({ namedIn, model }) => (model === null ? [namedIn] : [])))
}

/** What an environment says begins with the answer to it; where no request is known to have one, with itself. */
function environmentsOf(
  { messages, matched }: SurroundingsInput,
  kind: keyof Surroundings,
  forgotten: ReadonlySet<number> = new Set(),
): readonly Stretch[] {
  const named = messages.flatMap((message, index) => {
    const value = surroundingsOf(message)[kind]
    return value === null ? [] : [{ index, value }]
  })
  let at = 0
  return named.map(({ index, value }, place) => {
    while ((matched[at]?.answerIndex ?? Infinity) <= index) at += 1
    const answer = matched[at]?.answerIndex ?? Infinity
    const isAnswered = answer < (named[place + 1]?.index ?? messages.length)
    return { fromMessage: isAnswered ? answer : index, value: forgotten.has(index) ? null : value }
  })
}

/** Before the first one, nothing tells of another. */
function stretchesOf(sightings: readonly Stretch[]): readonly Stretch[] {
  return sightings
    .filter(({ value }, index) => value !== sightings[index - 1]?.value)
    .map((stretch, index) => (index === 0 ? { ...stretch, fromMessage: 0 } : stretch))
}
