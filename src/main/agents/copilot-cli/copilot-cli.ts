import { basename, dirname } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import type { ImportedTask } from '../imported-task.ts'
import { toTextOrNull } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { withSessionTotals } from '../session/session-totals.ts'
import { readSessionEvents, type SessionEvent } from './events.ts'
import { readCopilotSession } from './read-session.ts'
import { readShutdown } from './shutdown.ts'
import { findSubagents, type Subagent } from './subagents.ts'

/** A session of Copilot CLI. Its subagents stand in the same file, and each is a task of its own. */
export const copilotCli: ImportFormat = {
  id: 'copilot-cli',
  version: 4,
  label: 'Copilot CLI session',
  agent: 'copilot-cli',
  readSessionId: ({ path, head }) => readFirstValueText(head, 'data', 'sessionId') ?? basename(dirname(path)),
  companions: [{ of: 'events.jsonl', are: ['workspace.yaml'] }],
  endings: ['.jsonl'],
  recognises: ({ values }) => values.some(isSessionStart),
  read: async (source) => {
    const reading = source.lines(source.only())
    const { events, skipped } = readSessionEvents(reading.records)
    const subagents = findSubagents(events)
    if (source.session === null) {
      const title = await findTitle(source, events)
      const problems = [...reading.problems, ...reportSkippedLines(source, skipped)]
      const own = buildTask(source, events, { agent: null, title, problems, subagents })
      const task = withSessionTotals(own, readShutdown(events))
      const subtasks = events.filter(({ type }) => type === 'subagent.started').length
      return subtasks === 0 ? task : { ...task, usage: { ...task.usage, subtasks } }
    }
    const key = chooseSession(source, {
      has: (wanted) => subagents.some(({ head }) => head.key === wanted),
      all: () => subagents.map(({ head }) => head),
    })
    const chosen = subagents.filter(({ head }) => head.key === key)
    const task = buildTask(source, events, {
      agent: key,
      title: chosen[0]?.head.title ?? null,
      // Damaged lines are named where the whole file is.
      problems: [],
      subagents,
    })
    return { ...task, subagents: chosen.map(({ head }) => head) }
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

type Facts = {
  /** The subagent of which it is the task; null for the session itself. */
  readonly agent: string | null
  readonly title: string | null
  readonly problems: readonly ImportProblem[]
  readonly subagents: readonly Subagent[]
}

function buildTask(
  source: ParsedSource,
  events: readonly SessionEvent[],
  { agent, title, problems, subagents }: Facts,
): ImportedTask {
  const main = copilotCli.readSessionId?.({
    path: source.realPath || source.name,
    session: null,
    head: source.head(),
  })
  const parent = subagents.find(({ head }) => head.key === agent)?.parent ?? null
  const task = buildSessionTask(source, {
    format: 'copilot-cli',
    agent: 'copilot-cli',
    session: readCopilotSession(events, agent),
    reading: { problems },
    title,
    workspace: readWorkspace(events),
    relations: {
      parentId: agent === null ? null : (parent ?? main ?? null),
      childIds: subagents.filter((one) => one.parent === agent).map(({ head }) => head.key),
    },
    problems: [],
  })
  return { ...task, subagents: subagents.map(({ head }) => head) }
}

function reportSkippedLines(source: ParsedSource, skipped: number): readonly ImportProblem[] {
  if (skipped === 0) return []
  const reason = `${formatCountWithNoun(skipped, 'record')} of an unknown kind left out`
  return [{ file: source.only().name, place: '', reason, severity: 'warning' }]
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
