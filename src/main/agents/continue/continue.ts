import type { Agent } from '../agent.ts'
import { readFolderAddress } from '../details/read-folder-address.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { readObject } from '../json/read-object.ts'
import { readSession } from './read-session.ts'

/** A session of Continue. */
export const continueSession: Agent = {
  id: 'continue',
  version: 3,
  name: 'Continue',
  label: 'Continue session',
  endings: ['.json'],
  agent: 'continue',
  recognises: ({ values: [value] }) => isRecord(value) && isSession(value),
  readSession: (source) => {
    const { object, problems } = readObject(source, source.only())
    return {
      session: readSession(object['history']),
      title: readTitle(object),
      workspace: readFolderAddress(object['workspaceDirectory']),
      problems: problems.slice(0, 1),
    }
  },
  places: (machine) => [
    {
      path: findAgentFolder(machine, { variable: 'CONTINUE_GLOBAL_DIR', usual: '.continue' }, 'sessions'),
      // The index of its sessions lies beside them.
      holds: { kind: 'files', endings: ['.json'], except: ['sessions.json'] },
    },
  ],
}

function isSession({ sessionId, history }: Fields): boolean {
  if (typeof sessionId !== 'string' || !Array.isArray(history)) return false
  const first: unknown = history[0]
  return first === undefined || (isRecord(first) && isRecord(first['message']))
}

function readTitle({ title }: Fields): string | null {
  return title === 'New Session' || title === 'Untitled Session' ? null : toTextOrNull(title)
}
