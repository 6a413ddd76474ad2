import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent, SessionHead } from '../agent.ts'
import { ImportFailure } from '../import-failure.ts'
import { isRecord, readNestedFields } from '../json/fields.ts'
import { readDocuments, type DocumentReading } from '../json/read-documents.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildRemark, type ReadSession } from '../session/build-session-task.ts'
import { pickSession } from '../session/choose-session.ts'
import { followRequests } from '../session/follow-requests.ts'
import {
  buildLoggedSessionHead,
  buildConversationKey,
  findSessionRelations,
  buildLoggedSessions,
  type LoggedSession,
} from '../session/logged-sessions.ts'
import { createSessionBuilder } from '../session/session-builder.ts'
import { findConversations, type Conversations } from './conversations.ts'
import { readSpans } from './spans.ts'

/** Traces of OpenTelemetry whose spans record what models were sent. */
export const otelGenAi: Agent = {
  id: 'otel-genai',
  version: 3,
  name: 'OpenTelemetry',
  label: 'OpenTelemetry trace',
  endings: ['.json', '.jsonl'],
  recognises: ({ values, text }) =>
    /gen_ai\.|"llm\.|"ai\.(?:prompt|model|operationId)/.test(text) && values.some(isTrace),
  sessions: {
    canHoldSeveral: () => true,
    list: async (source) => [...readConversations(source).heads.values()],
  },
  readSession: (source) => {
    const held = readConversations(source)
    const { silent } = held.conversations
    if (held.heads.size === 0 && silent > 0) failSilent(source, silent)
    const head = pickSession(source, [...held.heads.values()], (one) => one)
    return readHeldSession(source, held, head.key)
  },
}

function failSilent(source: ParsedSource, calls: number): never {
  throw new ImportFailure({
    code: 'history-missing',
    message: `${source.name} holds ${formatCountWithNoun(calls, 'model call')} without messages: only models, times and tokens were recorded`,
    where: source.path || source.name,
    hint: 'Have the content of messages recorded, which is an option of exporters, such as OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true.',
  })
}

function isTrace(value: unknown): boolean {
  if (Array.isArray(value)) return isTrace(value[0])
  if (!isRecord(value)) return false
  if (Array.isArray(value['resourceSpans']) || Array.isArray(value['resource_spans'])) return true
  if (Array.isArray(value['spans'])) return isTrace(value['spans'][0])
  const context = readNestedFields(value, 'context')
  const ids = [value['traceId'], value['trace_id'], context['trace_id'], context['traceId']]
  return ids.some((id) => typeof id === 'string') && isRecord(value['attributes'] ?? value['events'])
}

type Held = {
  readonly reading: DocumentReading
  readonly conversations: Conversations
  readonly sessions: ReadonlyMap<string, LoggedSession>
  readonly heads: ReadonlyMap<string, SessionHead>
}

function readConversations(source: ParsedSource): Held {
  const reading = readDocuments(source, source.only())
  const conversations = findConversations(reading.documents.flatMap(({ value }) => readSpans(value)))
  const sessions = new Map(buildLoggedSessions(conversations.calls).map((session) => [session.key, session]))
  const heads = new Map([...sessions].map(([key, session]) => [key, buildLoggedSessionHead(session)]))
  for (const [conversation, messages] of conversations.tools) {
    const key = buildConversationKey(conversation)
    const last = messages.at(-1)?.ts ?? null
    heads.set(key, { key, title: null, stamp: `${messages.length} ${last ?? ''}`, lastActivityTs: last })
  }
  return { reading, conversations, sessions, heads }
}

function readHeldSession(
  source: ParsedSource,
  { sessions, conversations: { silent, tools, agents }, reading }: Held,
  key: string,
): ReadSession {
  const session = sessions.get(key)
  const only = [...tools].find(([conversation]) => buildConversationKey(conversation) === key)?.[1] ?? []
  const remarks = [
    ...(session === undefined && only.length > 0
      ? ['the messages of this conversation were not recorded, only what its tools did']
      : []),
    ...(silent > 0
      ? [
          `the messages of ${formatCountWithNoun(silent, 'model call')} were not recorded: the content of messages is an option of exporters`,
        ]
      : []),
  ].map((reason) => buildRemark(source.only().name, reason, key))
  return {
    session:
      session === undefined
        ? createSessionBuilder().finish(only.map((message) => ({ message })))
        : followRequests(session.requests),
    agent: agents.get(session?.conversation ?? key) ?? 'otel',
    ...(session === undefined ? {} : findSessionRelations(session, [...sessions.values()])),
    problems: [...reading.problems, ...remarks],
  }
}
