import { fileURLToPath } from 'node:url'
import { joinOn, type Machine } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { sessionTask } from '../session/session-task.ts'
import { readSession } from './read-session.ts'

/** A session of Continue. */
export const continueSession: ImportFormat = {
  id: 'continue',
  version: 3,
  label: 'Continue session',
  endings: ['.json'],
  agent: 'continue',
  recognises: ({ values: [value] }) => isRecord(value) && isSession(value),
  read: (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    return sessionTask(source, {
      format: 'continue',
      agent: 'continue',
      session: readSession(object['history']),
      reading: { problems: problems.slice(0, 1) },
      title: titleOf(object),
      workspace: workspaceOf(object['workspaceDirectory']),
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
  },
  places: (machine) => [
    {
      agent: 'Continue',
      editor: null,
      path: joinOn(machine, folderOn(machine), 'sessions'),
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

function folderOn(machine: Machine): string {
  return machine.environment['CONTINUE_GLOBAL_DIR'] || joinOn(machine, machine.home, '.continue')
}

function titleOf({ title }: Fields): string | null {
  return title === 'New Session' || title === 'Untitled Session' ? null : textOf(title)
}

/** Some editors write the folder as an address. */
function workspaceOf(directory: unknown): string | null {
  const text = textOf(directory)
  if (text === null || !text.startsWith('file:')) return text
  try {
    return fileURLToPath(text)
  } catch {
    return text
  }
}
