import type { RecordedCondensation } from '../../../shared/domain/usage.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import type { AgentEvent, StoredConversation, StoredCondensation } from './events.ts'
import { createRenderer, type View } from './view.ts'

/** Reads the events in their order: each response of a model is a request, and condensations forget what they name. */
export function readConversation(conversation: StoredConversation): BuiltSession {
  const session = createSessionBuilder()
  const { render, answerTo } = createRenderer(conversation)
  const asked = new Set<string>()
  let view: AgentEvent[] = []
  let trigger: string | null = null
  for (const event of conversation.events) {
    const { part, responseId, ts } = event
    if (part.kind === 'condensation-request') trigger = part.reason
    if (part.kind === 'condensation') {
      const { condensation } = part
      const after = forget(view, event, condensation)
      const before = render(view)
      view = after
      session.condensation(
        recordOf(event, condensation, { trigger, usage: conversation.usage }),
        before,
        render(view),
      )
      trigger = null
    }
    if (part.kind === 'condensation' || part.kind === 'condensation-request' || part.kind === 'none') continue
    if (responseId !== null && !asked.has(responseId)) {
      asked.add(responseId)
      session.request({ ts, ...conversation.usage.get(responseId) }, render(view), answerTo(responseId))
    }
    view.push(event)
  }
  return session.finish(render(view))
}

const summaryIdOf = (id: string): string => `${id}-summary`

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
  const id = summaryIdOf(event.id)
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

function recordOf(
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
    ...(isShown ? { condenseId: summaryIdOf(id) } : {}),
    ...(summary !== null && !isShown ? { summaryText: summary } : {}),
    ...(own === undefined ? {} : { usage: own }),
    ...(own?.costUsd === undefined ? {} : { costUsd: own.costUsd }),
  }
}
