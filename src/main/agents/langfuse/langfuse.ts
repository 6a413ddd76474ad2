import type { Agent } from '../agent.ts'
import { isRecord } from '../json/fields.ts'
import { readDocuments } from '../json/read-documents.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { pickSession } from '../session/choose-session.ts'
import { followRequests } from '../session/follow-requests.ts'
import {
  buildLoggedSessionHead,
  findSessionRelations,
  buildLoggedSessions,
} from '../session/logged-sessions.ts'
import { readModelCalls, gatherExport, isObservation } from './observations.ts'

/** Traces and observations that were exported from Langfuse. */
export const langfuse: Agent = {
  id: 'langfuse',
  version: 2,
  name: 'Langfuse',
  label: 'Langfuse export',
  endings: ['.json', '.jsonl'],
  recognises: ({ values }) => values.some(isExport),
  agent: 'langfuse',
  sessions: {
    canHoldSeveral: () => true,
    list: async (source) => readLangfuseSessions(source).sessions.map(buildLoggedSessionHead),
  },
  readSession: (source) => {
    const { reading, sessions } = readLangfuseSessions(source)
    const session = pickSession(source, sessions, buildLoggedSessionHead)
    return {
      session: followRequests(session.requests),
      ...findSessionRelations(session, sessions),
      problems: reading.problems,
    }
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
