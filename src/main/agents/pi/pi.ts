import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { FindPlaces } from '../discovery/storage-place.ts'
import type { ImportFormat } from '../format.ts'
import { toTextOrNull } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { readEntryRole } from './messages.ts'
import { readSession } from './read-session.ts'
import { changesModelOften } from './sending.ts'
import { buildSessionTree, type SessionTree } from './tree.ts'

/** A session of pi: a tree of entries, one a line. */
export const pi: ImportFormat = {
  id: 'pi',
  version: 4,
  label: 'pi session',
  agent: 'pi',
  readSessionId: ({ head }) => readFirstValueText(head, 'id'),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some((value) => isRecord(value) && (isHeader(value) || isMessage(value))) &&
    !values.some(isOfDroid),
  read: (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const tree = buildSessionTree(reading.records)
    const { apartUsd, ...session } = readSession(tree)
    const task = buildSessionTask(source, {
      format: 'pi',
      agent: 'pi',
      session,
      reading,
      title: findTitle(tree),
      workspace: toTextOrNull(tree.header?.['cwd']),
      relations: { parentId: null, childIds: [] },
      problems: collectProblems(file.name, tree),
    })
    return apartUsd > 0 ? { ...task, usage: { ...task.usage, apartUsd } } : task
  },
  places: (machine) =>
    findSessionFolders(machine).map((path) => ({
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
const findSessionFolders = (machine: Parameters<FindPlaces>[0]): readonly string[] => {
  const { PI_CODING_AGENT_DIR: agent, PI_CODING_AGENT_SESSION_DIR: sessions } = machine.environment
  const ordinary = joinOn(machine, agent || joinOn(machine, machine.home, '.pi', 'agent'), 'sessions')
  return sessions ? [ordinary, sessions] : [ordinary]
}

/** The name that somebody gave the session; an empty one takes it away. */
function findTitle({ entries }: SessionTree): string | null {
  const name = entries.findLast(({ type }) => type === 'session_info')?.value['name']
  return typeof name === 'string' ? toTextOrNull(name.trim()) : null
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

function collectProblems(file: string, { entries, gaps, header }: SessionTree): readonly ImportProblem[] {
  const buildProblem = (reason: string): ImportProblem => ({ file, place: '', reason, severity: 'warning' })
  const strange = entries.flatMap((entry) => {
    if (!knownTypes.has(entry.type)) return [entry.type || 'without a type']
    const role = readEntryRole(entry)
    return entry.type === 'message' && !knownRoles.has(role ?? '') ? [`message of ${role ?? 'no role'}`] : []
  })
  const kinds = [...Map.groupBy(strange, (kind) => kind)].map(([kind, all]) => `${kind} (${all.length})`)
  return [
    ...(header === null
      ? [buildProblem('its first line is missing, with the folder that the session worked in')]
      : []),
    ...(gaps === 0
      ? []
      : [
          buildProblem(
            `${formatCountWithNoun(gaps, 'entry follows', 'entries follow')} one that is not before it in the file: the entry before took its place`,
          ),
        ]),
    ...(changesModelOften(entries)
      ? [
          buildProblem(
            'its model changes too often to follow what each one was shown of the thoughts of others',
          ),
        ]
      : []),
    ...(kinds.length === 0
      ? []
      : [
          buildProblem(
            `${formatCountWithNoun(strange.length, 'entry', 'entries')} of unknown kinds ${strange.length === 1 ? 'was' : 'were'} left out: ${kinds.join(', ')}`,
          ),
        ]),
  ]
}
