import { textOf } from '../json/fields.ts'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { joinOn } from '../discovery/editors.ts'
import type { FindPlaces } from '../discovery/storage-place.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import { textInFirst } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { roleOf } from './messages.ts'
import { readSession } from './read-session.ts'
import { changesModelOften } from './sending.ts'
import { treeOf, type SessionTree } from './tree.ts'

/** A session of pi: a tree of entries, one a line. */
export const pi: ImportFormat = {
  id: 'pi',
  version: 4,
  label: 'pi session',
  agent: 'pi',
  idOf: ({ head }) => textInFirst(head, 'id'),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some((value) => isRecord(value) && (isHeader(value) || isMessage(value))) &&
    !values.some(isOfDroid),
  read: (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const tree = treeOf(reading.records)
    const { apartUsd, ...session } = readSession(tree)
    const task = sessionTask(source, {
      format: 'pi',
      agent: 'pi',
      session,
      reading,
      title: titleOf(tree),
      workspace: textOf(tree.header?.['cwd']),
      relations: { parentId: null, childIds: [] },
      problems: problemsOf(file.name, tree),
    })
    return apartUsd > 0 ? { ...task, usage: { ...task.usage, apartUsd } } : task
  },
  places: (machine) =>
    placesOf(machine).map((path) => ({
      agent: 'pi',
      editor: null,
      path,
      holds: { kind: 'files', endings: ['.jsonl'] },
    })),
}

/** Others begin with a `session` of some version, too: that of pi says where it works, or at least when. */
function isHeader({ type, cwd, id, timestamp }: Readonly<Record<string, unknown>>): boolean {
  return (
    type === 'session' && (typeof cwd === 'string' || (typeof id === 'string' && timestamp !== undefined))
  )
}

/** Sessions of Factory's Droid have messages of the same form below a head of their own. */
function isOfDroid(value: unknown): boolean {
  return isRecord(value) && value['type'] === 'session_start'
}

/** Where the header is lost, the messages tell. */
function isMessage({ type, parentId, message }: Readonly<Record<string, unknown>>): boolean {
  return (
    type === 'message' && parentId !== undefined && isRecord(message) && typeof message['role'] === 'string'
  )
}

/** The folder that the variable names holds sessions itself; else they lie by working directory. */
const placesOf = (machine: Parameters<FindPlaces>[0]): readonly string[] => {
  const { PI_CODING_AGENT_DIR: agent, PI_CODING_AGENT_SESSION_DIR: sessions } = machine.environment
  const ordinary = joinOn(machine, agent || joinOn(machine, machine.home, '.pi', 'agent'), 'sessions')
  return sessions ? [ordinary, sessions] : [ordinary]
}

/** The name that somebody gave the session; an empty one takes it away. */
function titleOf({ entries }: SessionTree): string | null {
  const name = entries.findLast(({ type }) => type === 'session_info')?.value['name']
  return typeof name === 'string' ? textOf(name.trim()) : null
}

const knownTypes = new Set([
  'message',
  'compaction',
  'branch_summary',
  'context_edit',
  'model_change',
  'thinking_level_change',
  'usage',
  'label',
  'session_info',
  'custom',
  'custom_message',
])
const knownRoles = new Set([
  'system',
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
])

function problemsOf(file: string, { entries, gaps, header }: SessionTree): readonly ImportProblem[] {
  const problem = (reason: string): ImportProblem => ({ file, place: '', reason, severity: 'warning' })
  const strange = entries.flatMap((entry) => {
    if (!knownTypes.has(entry.type)) return [entry.type || 'without a type']
    const role = roleOf(entry)
    return entry.type === 'message' && !knownRoles.has(role ?? '') ? [`message of ${role ?? 'no role'}`] : []
  })
  const kinds = [...Map.groupBy(strange, (kind) => kind)].map(([kind, all]) => `${kind} (${all.length})`)
  return [
    ...(header === null
      ? [problem('its first line is missing, with the folder that the session worked in')]
      : []),
    ...(gaps === 0
      ? []
      : [
          problem(
            `${countOf(gaps, 'entry follows', 'entries follow')} one that is not before it in the file: the entry before took its place`,
          ),
        ]),
    ...(changesModelOften(entries)
      ? [problem('its model changes too often to follow what each one was shown of the thoughts of others')]
      : []),
    ...(kinds.length === 0
      ? []
      : [
          problem(
            `${countOf(strange.length, 'entry', 'entries')} of unknown kinds ${strange.length === 1 ? 'was' : 'were'} left out: ${kinds.join(', ')}`,
          ),
        ]),
  ]
}
