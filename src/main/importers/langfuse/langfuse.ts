import type { ImportFormat } from '../format.ts'
import { readDocuments } from '../json/read-documents.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession } from '../session/choose-session.ts'
import { followRequests } from '../session/follow-requests.ts'
import { headOfSession, relationsOf, sessionsOf } from '../session/logged-sessions.ts'
import { createSessionBuilder } from '../session/session-builder.ts'
import { sessionTask } from '../session/session-task.ts'
import { callsOf, gatherExport, isObservation } from './observations.ts'

/** Traces and observations that were exported from Langfuse. */
export const langfuse: ImportFormat = {
  id: 'langfuse',
  version: 1,
  label: 'Langfuse export',
  endings: ['.json', '.jsonl'],
  recognises: ({ values }) => values.some(isExport),
  agent: 'langfuse',
  sessions: { isIn: () => true, list: async (source) => held(source).sessions.map(headOfSession) },
  read: (source) => {
    const { reading, sessions } = held(source)
    const key = chooseSession(source, {
      has: (one) => sessions.some((session) => session.key === one),
      all: () => sessions.map(headOfSession),
    })
    const session = sessions.find((one) => one.key === key)
    return sessionTask(source, {
      format: 'langfuse',
      agent: 'langfuse',
      session: session === undefined ? createSessionBuilder().finish([]) : followRequests(session.requests),
      reading,
      title: null,
      workspace: null,
      relations: session === undefined ? { parentId: null, childIds: [] } : relationsOf(session, sessions),
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

function held(source: ParsedSource) {
  const reading = readDocuments(source, source.only())
  const calls = callsOf(gatherExport(reading.documents.map(({ value }) => value)))
  return { reading, sessions: sessionsOf(calls) }
}
