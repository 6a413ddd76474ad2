import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import type { AgentEvent, StoredConversation, StoredCondensation } from './events.ts'
import { createRenderer, type View } from './view.ts'

/**
 * Reads the events in their order: each response of a model is a request, and condensations forget what they name. A
 * conversation that went back goes on from the event that is named.
 */
export function readConversation(conversation: StoredConversation): BuiltSession {
  const session = createSessionBuilder()
  const { render, answerTo } = createRenderer(conversation)
  const asked = new Set<string>()
  const places = new Map<string, Place>()
  let last: Place = { view: [], length: 0 }
  let trigger: string | null = null
  for (const event of conversation.events) {
    const { part, responseId, ts } = event
    const from = findPlace(event.parentId, places, last)
    if (from !== last) session.aside(render(last.view))
    let view = from.length === from.view.length ? from.view : from.view.slice(0, from.length)
    if (part.kind === 'condensation-request') trigger = part.reason
    if (part.kind === 'condensation') {
      const before = render(view)
      view = forget(view, event, part.condensation)
      const record = buildCondensationRecord(event, part.condensation, { trigger, usage: conversation.usage })
      session.condensation(record, before, render(view))
      trigger = null
    } else if (part.kind !== 'condensation-request' && part.kind !== 'none') {
      if (responseId !== null && !asked.has(responseId)) {
        asked.add(responseId)
        session.request({ ts, ...conversation.usage.get(responseId) }, render(view), answerTo(responseId))
      }
      view.push(event)
    }
    // The same place as long as nothing was added keeps one line of events one view.
    last = view === last.view && view.length === last.length ? last : { view, length: view.length }
    places.set(event.id, last)
  }
  const end = findPlace(conversation.leafId, places, last)
  if (end !== last) session.aside(render(last.view))
  return session.finish(render(end.view.length === end.length ? end.view : end.view.slice(0, end.length)))
}

/** How far a view had grown at an event. */
type Place = { readonly view: AgentEvent[]; readonly length: number }

function findPlace(id: string | null | undefined, places: ReadonlyMap<string, Place>, last: Place): Place {
  if (id === null) return { view: [], length: 0 }
  const place = id === undefined ? last : (places.get(id) ?? last)
  return place.view === last.view && place.length === last.length ? last : place
}

const buildSummaryId = (id: string): string => `${id}-summary`

/** What is remembered after a condensation, with its summary in its place. */
function forget(
  view: View,
  event: AgentEvent,
  { isForgotten, summary, offset }: StoredCondensation,
): AgentEvent[] {
  const isSummary = ({ id }: AgentEvent): boolean => id.endsWith('-summary')
  // Where summaries are not forgotten by name, the latest one stands for those before it.
  const isReplacing = summary !== null && !view.some((one) => isSummary(one) && isForgotten(one.id))
  const kept = view.filter((one) => !isForgotten(one.id) && !(isReplacing && isSummary(one)))
  if (summary === null || offset === null) return kept
  const id = buildSummaryId(event.id)
  const message = {
    role: 'user',
    content: [{ type: 'text' as const, text: summary }],
    isSummary: true,
    condenseId: id,
    ...(event.ts === null ? {} : { ts: event.ts }),
    origin: { id: event.id },
  }
  const made: AgentEvent = {
    id,
    ts: event.ts,
    responseId: null,
    part: { kind: 'message', isPrompt: false, message },
  }
  return [...kept.slice(0, offset), made, ...kept.slice(offset)]
}

function buildCondensationRecord(
  { id, ts }: AgentEvent,
  { summary, offset, responseId }: StoredCondensation,
  { trigger, usage }: { readonly trigger: string | null; readonly usage: StoredConversation['usage'] },
): RecordedCondensation {
  const own = responseId === null ? undefined : usage.get(responseId)
  const isShown = summary !== null && offset !== null
  return {
    ts,
    kind: summary === null ? 'truncation' : 'summary',
    ...(trigger === null ? {} : { trigger }),
    ...(isShown ? { condenseId: buildSummaryId(id) } : {}),
    ...(summary !== null && !isShown ? { summaryText: summary } : {}),
    ...(own === undefined ? {} : { usage: own }),
    ...(own?.costUsd === undefined ? {} : { costUsd: own.costUsd }),
  }
}
