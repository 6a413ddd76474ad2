import type { ImportFormat } from '../format.ts'
import { readDocuments } from '../json/read-documents.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { followRequests } from '../session/follow-requests.ts'
import {
  buildLoggedSessionHead,
  findSessionRelations,
  buildLoggedSessions,
} from '../session/logged-sessions.ts'
import { createSessionBuilder } from '../session/session-builder.ts'
import { readModelCalls, gatherExport, isObservation } from './observations.ts'

/** Traces and observations that were exported from Langfuse. */
export const langfuse: ImportFormat = {
  id: 'langfuse',
  version: 1,
  label: 'Langfuse export',
  endings: ['.json', '.jsonl'],
  recognises: ({ values }) => values.some(isExport),
  agent: 'langfuse',
  sessions: {
    canHoldSeveral: () => true,
    list: async (source) => readLangfuseSessions(source).sessions.map(buildLoggedSessionHead),
  },
  read: (source) => {
    const { reading, sessions } = readLangfuseSessions(source)
    const key = chooseSession(source, {
      has: (one) => sessions.some((session) => session.key === one),
      all: () => sessions.map(buildLoggedSessionHead),
    })
    const session = sessions.find((one) => one.key === key)
    return buildSessionTask(source, {
      format: 'langfuse',
      agent: 'langfuse',
      session: session === undefined ? createSessionBuilder().finish([]) : followRequests(session.requests),
      reading,
      title: null,
      workspace: null,
      relations:
        session === undefined ? { parentId: null, childIds: [] } : findSessionRelations(session, sessions),
      problems: [],
    })
  },
}

function isExport(value: unknown): boolean {
  if (Array.isArray(value)) return isExport(value[0])
  if (!isRecord(value)) return false
  const { trace, observations, data } = value
  if (isObservation(value)) return true
  if (isRecord(trace) && 'projectId' in trace) return true
  const first: unknown = Array.isArray(observations) ? observations[0] : Array.isArray(data) ? data[0] : null
  return isObservation(first) || (isRecord(first) && Array.isArray(first['observations']))
}

function readLangfuseSessions(source: ParsedSource) {
  const reading = readDocuments(source, source.only())
  const calls = readModelCalls(gatherExport(reading.documents.map(({ value }) => value)))
  return { reading, sessions: buildLoggedSessions(calls) }
}
