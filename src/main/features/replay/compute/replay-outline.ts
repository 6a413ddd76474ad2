import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part, PartKind } from '../../../../shared/kernel/part.ts'
import type { MessageProvenance } from '../../../../shared/kernel/provenance.ts'
import type { ReplayContext, ReplayContextMessage } from '../../../../shared/replay/replay-context-types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { formatLabelledPreview } from '../../../kernel/inspect/preview.ts'
import { listSentMessages } from './collect-sent-messages.ts'
import type { Condensed } from './replay-policy.ts'
import type { ReplayStep, ReplayTask } from './replay-task.ts'

/** A history that stands from a step on, as places in the list of messages; what comes later follows it. */
type OutlineStanding = { readonly since: number; readonly messages: readonly number[] }

/** What every policy sent with every request, without the histories themselves. */
export type ReplayOutline = {
  /** The messages that were never condensed, in order, then those that condensations made. */
  readonly messages: readonly ReplayContextMessage[]
  readonly steps: readonly {
    readonly request: number
    readonly prefixTokens: number
    readonly fullCount: number
  }[]
  readonly policies: Readonly<Record<string, readonly OutlineStanding[]>>
}

/** Takes down what stands after each condensation while a task is played. */
export type OutlineRecorder = {
  readonly start: (policyId: string) => {
    readonly onCondensed: (at: number, source: Conversation, condensed: Condensed) => void
  }
  /** What the agent really sent. */
  readonly takeRecorded: (policyId: string) => void
  readonly finish: () => ReplayOutline
}

/** What an outline needs to know of a task. */
type OutlineTask = Pick<ReplayTask, 'full' | 'buildItems'> & {
  readonly steps: readonly Pick<ReplayStep, 'request' | 'prefix' | 'fullCount' | 'recorded'>[]
}

type Origin = Pick<ReplayContextMessage, 'sources' | 'fate' | 'since'>

/** A recorder for one task. `messages` are those of its file. */
export function createOutlineRecorder(task: OutlineTask, messages: readonly Message[]): OutlineRecorder {
  const origins = new Map<Message, Origin>(
    messages.map((message, index) => [message, { sources: [index], fate: 'kept', since: null }]),
  )
  const pool = [...task.full]
  const places = new Map(pool.map((message, index) => [message, index]))
  const findOrAddPlace = (message: Message): number => {
    const place = places.get(message) ?? pool.length
    if (place === pool.length) {
      pool.push(message)
      places.set(message, place)
    }
    return place
  }
  const policies: Record<string, OutlineStanding[]> = {}
  return {
    start: (policyId) => {
      const standings: OutlineStanding[] = []
      policies[policyId] = standings
      return {
        onCondensed: (at, source, { messages: condensed, provenance }) => {
          const since = task.steps[at]?.request ?? 0
          condensed.forEach((message, index) => {
            if (!origins.has(message))
              origins.set(message, findOrigin(provenance.messages[index], source.messages, origins, since))
          })
          standings.push({ since: at, messages: condensed.map(findOrAddPlace) })
        },
      }
    },
    takeRecorded: (policyId) => {
      policies[policyId] = buildRecordedStandings(task, findOrAddPlace)
    },
    finish: () => ({
      messages: describe(pool, origins, task),
      steps: task.steps.map(({ request, prefix, fullCount }) => ({
        request,
        prefixTokens: prefix.tokens,
        fullCount,
      })),
      policies,
    }),
  }
}

/** What a policy sends with a request; null for one that it does not play. */
export function findReplayContext(
  outline: ReplayOutline,
  policyId: string,
  request: number,
): ReplayContext | null {
  const at = outline.steps.findIndex((step) => step.request === request)
  const step = outline.steps[at]
  const standings = outline.policies[policyId]
  if (step === undefined || standings === undefined) return null
  const messages = listPlacesBefore(outline.steps, standings, at).flatMap(
    (place) => outline.messages[place] ?? [],
  )
  const present = new Set(messages.flatMap(({ sources }) => sources))
  const missing = outline.messages
    .slice(0, step.fullCount)
    .flatMap(({ sources }) => sources.filter((source) => !present.has(source)))
  return { request, prefixTokens: step.prefixTokens, messages, missing }
}

function listPlacesBefore(
  steps: readonly { readonly fullCount: number }[],
  standings: readonly OutlineStanding[],
  at: number,
): readonly number[] {
  const end = steps[at]?.fullCount ?? 0
  const standing = standings.findLast(({ since }) => since <= at)
  const start = standing === undefined ? 0 : (steps[standing.since]?.fullCount ?? 0)
  const later = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
  return standing === undefined ? later : [...standing.messages, ...later]
}

/** A step that sends what the step before sent and what came since begins no standing of its own. */
function buildRecordedStandings(
  { full, steps }: OutlineTask,
  placeOf: (message: Message) => number,
): OutlineStanding[] {
  return steps.flatMap(({ recorded, fullCount }, at): OutlineStanding[] => {
    const before = steps[at - 1]
    const start = before?.fullCount ?? 0
    const { list: had, count: length } = before?.recorded ?? { list: [], count: 0 }
    const { list, count } = recorded
    const begin = (): OutlineStanding[] => [{ since: at, messages: listSentMessages(recorded).map(placeOf) }]
    if (count !== length + Math.max(0, fullCount - start)) return begin()
    // What both have in one list is the same.
    let same = list === had ? length : 0
    while (same < count && list[same] === (same < length ? had[same] : full[start + same - length])) same += 1
    return same === count ? [] : begin()
  })
}

function findOrigin(
  provenance: MessageProvenance | undefined,
  source: readonly Message[],
  origins: ReadonlyMap<Message, Origin>,
  since: number,
): Origin {
  const before = (provenance?.sources ?? []).flatMap((index) => {
    const message = source[index]
    return message === undefined ? [] : (origins.get(message) ?? [])
  })
  const sources = [...new Set(before.flatMap((origin) => origin.sources))].toSorted((a, b) => a - b)
  const [first] = before
  // A change of marks alone, such as the tag that hides a message elsewhere, leaves a message what it was.
  if (before.length === 1 && first !== undefined && provenance?.changes.length === 0) return first
  return { sources, fate: findFate(provenance), since }
}

/** What happened to most of a message, by tokens. */
function findFate(provenance: MessageProvenance | undefined): Origin['fate'] {
  if (provenance === undefined || provenance.sources.length === 0) return 'written'
  if (provenance.sources.length > 1) return 'summarised'
  const [most] = provenance.changes.toSorted((a, b) => b.tokensBefore - a.tokensBefore)
  if (most === undefined) return 'kept'
  // What stands here was not dropped as a whole.
  return most.operation === 'dropped' ? 'shortened' : most.operation
}

/** A text of a condensation that is longer is cut for the view. */
const mostChars = 4000

function describe(
  pool: readonly Message[],
  origins: ReadonlyMap<Message, Origin>,
  { buildItems }: OutlineTask,
): readonly ReplayContextMessage[] {
  const parts = splitHistory(pool)
  const items = buildItems(pool)
  return pool.map((message, index): ReplayContextMessage => {
    const own = parts[index] ?? []
    const { sources, fate, since } = origins.get(message) ?? { sources: [], fate: 'written', since: null }
    const byKind: Partial<Record<PartKind, number>> = {}
    let tokens = 0
    for (const item of items[index] ?? []) {
      if (item.kind !== 'prefix') byKind[item.kind] = (byKind[item.kind] ?? 0) + item.tokens
      tokens += item.tokens
    }
    return {
      role: message.role,
      tokens,
      byKind,
      sources: [...sources],
      fate,
      since,
      preview: formatLabelledPreview(own),
      text: since === null ? null : joinPartTexts(own),
    }
  })
}

function joinPartTexts(parts: readonly Part[]): string {
  const text = parts.map((part) => part.text).join('\n')
  return text.length > mostChars ? `${text.slice(0, mostChars)}…` : text
}
