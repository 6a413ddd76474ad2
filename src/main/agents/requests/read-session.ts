import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown } from '../json/fields.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { readAskedTerms } from '../usage/read-service-terms.ts'
import { hasCompaction } from './anthropic.ts'
import { compareHistories } from './compare.ts'
import type { Conversation, Turn } from './conversations.ts'
import type { Sent } from './known-messages.ts'
import { createSentEntries, type Marks } from './sent-entries.ts'

/** Reads the calls of a conversation in their order; a history that does not only grow was condensed. */
export function readConversation({ key, turns }: Conversation): BuiltSession {
  const session = createSessionBuilder()
  const entries = createSentEntries()
  let before: { readonly history: readonly Sent[]; readonly answer: Sent | null } = {
    history: [],
    answer: null,
  }
  const listCurrentHistory = (): readonly Sent[] =>
    before.answer === null ? before.history : [...before.history, before.answer]
  const summaries = new Set(turns.flatMap(({ repeated }) => repeated?.answer ?? []))
  turns.forEach((turn, at) => {
    const { history, answer, call, repeated } = turn
    // To have a summary written an agent may send its history in another form; what counts is what it sends next.
    const isAside = answer !== null && summaries.has(answer)
    const change =
      before.history.length === 0 ? null : compareHistories(before, history, repeated?.message ?? null)
    const condenseId = `${key}-${at}`
    const mark = (sent: Sent): Marks => ({
      ts: call.facts.ts ?? null,
      line: call.line,
      isCopy: change?.copies.has(sent) ?? false,
      condenseId: change?.summary === sent ? condenseId : null,
    })
    const own = history.map((sent) => entries.of(sent, mark(sent)))
    if (change !== null && change.kind !== null && !isAside) {
      const record: RecordedCondensation = {
        ...(call.facts.ts == null ? {} : { ts: call.facts.ts }),
        kind: change.kind,
        ...(change.summary === null ? {} : { condenseId }),
      }
      session.condensation(record, listCurrentHistory().map(entries.known), own.slice(0, change.kept))
    }
    const isSummary = answer !== null && hasCompaction(answer.message.content)
    const reply =
      answer === null
        ? []
        : [entries.of(answer, { ...mark(answer), condenseId: isSummary ? condenseId : null, isCopy: false })]
    session.request(buildRequestUsage(turn), own, reply)
    if (!isAside) before = { history, answer }
    if (!isSummary) return
    // The server goes on from the compaction in its answer.
    session.condensation(buildCompactionRecord(turn, condenseId, at), [...own, ...reply], reply)
    before = { history: [answer], answer: null }
  })
  return session.finish(listCurrentHistory().map(entries.known))
}

function buildRequestUsage({ call: { body, facts }, response }: Turn): RequestUsage {
  const usage = response?.usage ?? {}
  return {
    ...facts,
    ...(response?.modelId == null ? {} : { modelId: response.modelId }),
    ...(response?.served ?? readAskedTerms(body)),
    ...usage,
    // What a log says that a call cost has the discounts of the proxy in it.
    ...(facts.costUsd === undefined ? {} : { costUsd: facts.costUsd }),
  }
}

/** A compaction by the server, whose own figures stand beside those of the answer. */
function buildCompactionRecord(turn: Turn, condenseId: string, request: number): RecordedCondensation {
  const own = turn.response?.compaction ?? null
  const { ts, modelId } = buildRequestUsage(turn)
  const blocks = turn.answer?.message.content ?? []
  const isReadable =
    typeof blocks !== 'string' &&
    blocks.some((block) => block.type === 'compaction' && typeof block['content'] === 'string')
  return {
    ...(ts == null ? {} : { ts }),
    kind: isReadable ? 'summary' : 'opaque',
    trigger: 'auto',
    condenseId,
    request,
    ...(own === null ? {} : { usage: { ...own, ...omitUnknown({ ts, modelId }) } }),
  }
}
