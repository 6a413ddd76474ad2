import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ImportedTask } from '../imported-task.ts'
import { readNestedFields } from '../json/fields.ts'
import { readDocuments, type DocumentReading } from '../json/read-documents.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
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
export const otelGenAi: ImportFormat = {
  id: 'otel-genai',
  version: 2,
  label: 'OpenTelemetry trace',
  endings: ['.json', '.jsonl'],
  recognises: ({ values, text }) =>
    /gen_ai\.|"llm\.|"ai\.(?:prompt|model|operationId)/.test(text) && values.some(isTrace),
  sessions: {
    canHoldSeveral: () => true,
    list: async (source) => [...readConversations(source).heads.values()],
  },
  read: (source) => {
    const { heads, sessions, conversations, reading } = readConversations(source)
    if (heads.size === 0 && conversations.silent > 0) failSilent(source, conversations.silent)
    const key = chooseSession(source, { has: (one) => heads.has(one), all: () => [...heads.values()] })
    return buildTask(source, { key, sessions, conversations, reading })
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

function buildTask(
  source: ParsedSource,
  { key, sessions, conversations, reading }: Omit<Held, 'heads'> & { readonly key: string },
): ImportedTask {
  const { silent, tools, agents } = conversations
  const session = sessions.get(key)
  const only = [...tools].find(([conversation]) => buildConversationKey(conversation) === key)?.[1] ?? []
  const built =
    session === undefined
      ? createSessionBuilder().finish(only.map((message) => ({ message })))
      : followRequests(session.requests)
  const remarks = [
    ...(session === undefined && only.length > 0
      ? ['the messages of this conversation were not recorded, only what its tools did']
      : []),
    ...(silent > 0
      ? [
          `the messages of ${formatCountWithNoun(silent, 'model call')} were not recorded: the content of messages is an option of exporters`,
        ]
      : []),
  ]
  return buildSessionTask(source, {
    format: 'otel-genai',
    agent: agents.get(session?.conversation ?? key) ?? 'otel',
    session: built,
    reading,
    title: null,
    workspace: null,
    relations:
      session === undefined
        ? { parentId: null, childIds: [] }
        : findSessionRelations(session, [...sessions.values()]),
    problems: remarks.map((reason) => ({
      file: source.only().name,
      place: key,
      reason,
      severity: 'warning',
    })),
  })
}
