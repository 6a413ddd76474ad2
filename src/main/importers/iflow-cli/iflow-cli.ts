import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { LineRecord } from '../json-lines.ts'
import { stemOf } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { readIflowSession } from './read-session.ts'

/**
 * A session of iFlow CLI: the lines of Claude Code with the results of Gemini CLI. Its parents name no order, and each call
 * stands on the line that ends it and on the next one.
 */
export const iflowCli: ImportFormat = {
  id: 'iflow-cli',
  version: 1,
  label: 'iFlow CLI session',
  agent: 'iflow-cli',
  idOf: ({ path }) => stemOf(path),
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isIflowLine),
  read: (source) => {
    const reading = source.lines(source.only())
    return sessionTask(source, {
      format: 'iflow-cli',
      agent: 'iflow-cli',
      session: readIflowSession(reading.records),
      reading,
      title: null,
      workspace: workspaceOf(reading.records),
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
  },
  places: (machine) => [
    {
      agent: 'iFlow CLI',
      editor: null,
      path: joinOn(machine, machine.home, '.iflow', 'projects'),
      holds: { kind: 'files', endings: ['.jsonl'] },
    },
  ],
}

/** Sessions of Claude Code are called by a bare id. */
function isIflowLine(value: unknown): boolean {
  if (!isRecord(value) || !('uuid' in value) || !('parentUuid' in value)) return false
  const { sessionId } = value
  return typeof sessionId === 'string' && sessionId.startsWith('session-')
}

function workspaceOf(records: readonly LineRecord[]): string | null {
  const cwd = records.findLast(({ value }) => typeof value['cwd'] === 'string')?.value['cwd']
  return typeof cwd === 'string' ? cwd : null
}
