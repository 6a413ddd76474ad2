import { basename, dirname } from 'node:path'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import type { FileHead } from '../file-head.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { pickSession } from '../session/choose-session.ts'
import { describeStrangeRecords } from '../session/describe-left-out.ts'
import { readSessionEvents, type SessionEvent } from './events.ts'
import { readCopilotSession } from './read-session.ts'
import { readShutdown } from './shutdown.ts'
import { findSubagents } from './subagents.ts'

/** A session of Copilot CLI. Its subagents stand in the same file, and each is a task of its own. */
export const copilotCli: Agent = {
  id: 'copilot-cli',
  version: 4,
  name: 'Copilot CLI',
  label: 'Copilot CLI session',
  agent: 'copilot-cli',
  readSessionId: ({ path, head }) => readSessionId(path, head),
  companions: [{ of: 'events.jsonl', are: ['workspace.yaml'] }],
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isSessionStart),
  readLines: async ({ records }, source) => {
    const { events, skipped } = readSessionEvents(records)
    const subagents = findSubagents(events)
    const heads = subagents.map(({ head }) => head)
    const readAs = (agent: string | null) => ({
      session: readCopilotSession(events, agent),
      workspace: readWorkspace(events),
      childIds: subagents.filter(({ parent }) => parent === agent).map(({ head }) => head.key),
    })
    if (source.session === null) {
      const subtasks = events.filter(({ type }) => type === 'subagent.started').length
      return {
        ...readAs(null),
        title: await findTitle(source, events),
        totals: readShutdown(events),
        subagents: heads,
        usage: subtasks === 0 ? {} : { subtasks },
        remarks: describeStrangeRecords(skipped),
      }
    }
    const chosen = pickSession(source, heads, (head) => head)
    const parent = subagents.find(({ head }) => head === chosen)?.parent
    return {
      ...readAs(chosen.key),
      title: chosen.title,
      parentId: parent ?? readSessionId(source.realPath || source.name, source.head()),
      subagents: [chosen],
      // Damaged lines are named where the whole file is.
      problems: [],
    }
  },
  places: (machine) => [
    {
      path: findAgentFolder(machine, { variable: 'COPILOT_HOME', usual: '.copilot' }, 'session-state'),
      holds: { kind: 'files', endings: ['events.jsonl'] },
    },
  ],
}

function readSessionId(path: string, head: FileHead | null): string {
  return readFirstValueText(head, 'data', 'sessionId') ?? basename(dirname(path))
}

function isSessionStart(value: unknown): boolean {
  if (!isRecord(value) || value['type'] !== 'session.start' || !isRecord(value['data'])) return false
  return 'producer' in value['data'] || 'copilotVersion' in value['data']
}

/** As the session is called, else what was typed first: what is sent begins with the date. */
async function findTitle(source: ParsedSource, events: readonly SessionEvent[]): Promise<string | null> {
  const changed = events.findLast(({ type }) => type === 'session.title_changed')
  const workspace = (await source.beside.read('workspace.yaml'))?.text ?? ''
  const [, said] = /^(?:name|summary):([^\r\n]*)/m.exec(workspace) ?? []
  const name = said?.trim().replace(/^["']/, '').replace(/["']$/, '')
  const typed = events.find(
    ({ type, agent, data }) =>
      type === 'user.message' && agent === null && toTextOrNull(data['source']) === null,
  )
  return toTextOrNull(changed?.data['title']) ?? toTextOrNull(name) ?? toTextOrNull(typed?.data['content'])
}

function readWorkspace(events: readonly SessionEvent[]): string | null {
  const contexts = events.flatMap(({ type, data }) =>
    type === 'session.start' || type === 'session.resume' ? data['context'] : [],
  )
  const last = contexts.findLast((context) => isRecord(context) && typeof context['cwd'] === 'string')
  return isRecord(last) ? toTextOrNull(last['cwd']) : null
}
