import { textOf } from '../json/fields.ts'
import { basename, dirname } from 'node:path'
import { countOf } from '../../../shared/lib/count-of.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { textInFirst } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { eventsOf, type SessionEvent } from './events.ts'
import { readCopilotSession } from './read-session.ts'

/** A session of Copilot CLI. What its subagents did stands in the same file and is no part of its history. */
export const copilotCli: ImportFormat = {
  id: 'copilot-cli',
  version: 2,
  label: 'Copilot CLI session',
  agent: 'copilot-cli',
  idOf: ({ path, head }) => textInFirst(head, 'data', 'sessionId') ?? basename(dirname(path)),
  companions: [{ of: 'events.jsonl', are: ['workspace.yaml'] }],
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isSessionStart),
  read: async (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const { events, skipped } = eventsOf(reading.records)
    const task = sessionTask(source, {
      format: 'copilot-cli',
      agent: 'copilot-cli',
      session: readCopilotSession(events),
      reading,
      title: await titleOf(source, events),
      workspace: workspaceOf(events),
      relations: { parentId: null, childIds: [] },
      problems:
        skipped === 0
          ? []
          : [
              {
                file: file.name,
                place: '',
                reason: `${countOf(skipped, 'record')} of an unknown kind left out`,
                severity: 'warning',
              },
            ],
    })
    const subtasks = events.filter(({ type }) => type === 'subagent.started').length
    return subtasks === 0 ? task : { ...task, usage: { ...task.usage, subtasks } }
  },
  places: (machine) => [
    {
      agent: 'Copilot CLI',
      editor: null,
      path: joinOn(
        machine,
        machine.environment['COPILOT_HOME'] || joinOn(machine, machine.home, '.copilot'),
        'session-state',
      ),
      holds: { kind: 'files', endings: ['events.jsonl'] },
    },
  ],
}

function isSessionStart(value: unknown): boolean {
  if (!isRecord(value) || value['type'] !== 'session.start' || !isRecord(value['data'])) return false
  return 'producer' in value['data'] || 'copilotVersion' in value['data']
}

/** As the session is called, else what was typed first: what is sent begins with the date. */
async function titleOf(source: ParsedSource, events: readonly SessionEvent[]): Promise<string | null> {
  const changed = events.findLast(({ type }) => type === 'session.title_changed')
  const workspace = (await source.beside.read('workspace.yaml'))?.text ?? ''
  const [, name] = /^(?:name|summary):[ \t]*["']?([^\r\n]*?)["']?[ \t]*$/m.exec(workspace) ?? []
  const typed = events.find(
    ({ type, isOwn, data }) => type === 'user.message' && isOwn && textOf(data['source']) === null,
  )
  return textOf(changed?.data['title']) ?? textOf(name) ?? textOf(typed?.data['content'])
}

function workspaceOf(events: readonly SessionEvent[]): string | null {
  const contexts = events.flatMap(({ type, data }) =>
    type === 'session.start' || type === 'session.resume' ? data['context'] : [],
  )
  const last = contexts.findLast((context) => isRecord(context) && typeof context['cwd'] === 'string')
  return isRecord(last) ? textOf(last['cwd']) : null
}
