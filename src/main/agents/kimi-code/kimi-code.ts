import { basename, dirname } from 'node:path'
import type { Agent } from '../agent.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { readSession } from './read-session.ts'

/** A session of Kimi Code, the successor of Kimi CLI, or one of its subagents: the log of one agent. */
export const kimiCode: Agent = {
  id: 'kimi-code',
  version: 2,
  name: 'Kimi Code',
  label: 'Kimi Code session',
  agent: 'kimi-code',
  readSessionId: ({ path }) => readSessionId(path),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some((value) => isRecord(value) && isMetadata(value)),
  readLines: async ({ records }, source) => {
    const path = source.realPath || source.path || source.name
    const beside = await source.beside.read('../../state.json')
    const state = beside === null ? {} : (source.json(beside).object ?? {})
    const others = await source.beside.names('..')
    const session = findSession(path)
    const isMain = session !== null && pickAgentName(path) === 'main'
    return {
      session: readSession(records),
      title: isMain ? readTitle(state) : null,
      workspace: toTextOrNull(state['cwd']),
      parentId: isMain ? toTextOrNull(state['forkedFrom']) : session,
      childIds: isMain ? others.filter((name) => name !== 'main').map((name) => `${session}/${name}`) : [],
    }
  },
  places: (machine) => [
    {
      path: findAgentFolder(machine, { variable: 'KIMI_CODE_HOME', usual: '.kimi-code' }, 'sessions'),
      holds: { kind: 'files', endings: ['wire.jsonl'] },
    },
  ],
}

/** Logs of Kimi CLI begin so, too, without the time. */
function isMetadata(value: Fields): boolean {
  return value['type'] === 'metadata' && 'protocol_version' in value && 'created_at' in value
}

/** The agent has a folder below that of the session: `<session>/agents/<agent>/wire.jsonl`. */
function pickAgentName(path: string): string {
  return basename(dirname(path))
}

function findSession(path: string): string | null {
  const agents = dirname(dirname(path))
  const session = basename(dirname(agents))
  return basename(agents) === 'agents' && session !== '' && session !== '.' ? session : null
}

function readSessionId(path: string): string | null {
  const [session, agent] = [findSession(path), pickAgentName(path)]
  if (session === null) return null
  return agent === 'main' ? session : `${session}/${agent}`
}

/** The name that somebody or a model gave it. */
function readTitle({ title, customTitle }: Fields): string | null {
  return toTextOrNull(customTitle) ?? toTextOrNull(title)
}
