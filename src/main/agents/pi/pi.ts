import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { describeStrangeKinds } from '../session/describe-left-out.ts'
import { readEntryRole } from './messages.ts'
import { readSession } from './read-session.ts'
import { changesModelOften } from './sending.ts'
import { buildSessionTree, type SessionTree } from './tree.ts'
import { findSessionsFolder, piWriter } from './write-session.ts'

/** A session of pi: a tree of entries, one a line. */
export const pi: Agent = {
  id: 'pi',
  version: 5,
  name: 'pi',
  label: 'pi session',
  agent: 'pi',
  readSessionId: ({ head }) => readFirstValueText(head, 'id'),
  endings: ['.jsonl'],
  recognises: ({ values }) =>
    values.some((value) => isRecord(value) && (isHeader(value) || isMessage(value))) &&
    !values.some(isOfDroid),
  readLines: ({ records }) => {
    const tree = buildSessionTree(records)
    const { session, apartUsd } = readSession(tree)
    return {
      session,
      title: findTitle(tree),
      workspace: toTextOrNull(tree.header?.['cwd']),
      usage: apartUsd > 0 ? { apartUsd } : {},
      remarks: listPiRemarks(tree),
    }
  },
  // The folder that the variable names holds sessions itself; else they lie by working directory.
  places: (machine) => {
    const { PI_CODING_AGENT_SESSION_DIR: own } = machine.environment
    const ordinary = findSessionsFolder(machine)
    return (own ? [ordinary, own] : [ordinary]).map((path) => ({ path }))
  },
  writer: piWriter,
}

/** Others begin with a `session` of some version, too: that of pi says where it works, or at least when. */
function isHeader({ type, cwd, id, timestamp }: Fields): boolean {
  return (
    type === 'session' && (typeof cwd === 'string' || (typeof id === 'string' && timestamp !== undefined))
  )
}

/** Sessions of Factory's Droid have messages of the same form below a head of their own. */
function isOfDroid(value: unknown): boolean {
  return isRecord(value) && value['type'] === 'session_start'
}

/** Where the header is lost, the messages tell. */
function isMessage({ type, parentId, message }: Fields): boolean {
  return (
    type === 'message' && parentId !== undefined && isRecord(message) && typeof message['role'] === 'string'
  )
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

/** What is to be said of a tree; `types` and `roles` are those that another program of the family has besides. */
export function listPiRemarks(
  { entries, gaps, header }: SessionTree,
  types: readonly string[] = [],
  roles: readonly string[] = [],
): readonly string[] {
  const strange = entries.flatMap((entry) => {
    if (!knownTypes.has(entry.type) && !types.includes(entry.type)) return [entry.type || 'without a type']
    const role = readEntryRole(entry)
    return entry.type === 'message' && !knownRoles.has(role ?? '') && !roles.includes(role ?? '')
      ? [`message of ${role ?? 'no role'}`]
      : []
  })
  return [
    ...(header === null ? ['its first line is missing, with the folder that the session worked in'] : []),
    ...(gaps === 0
      ? []
      : [
          `${formatCountWithNoun(gaps, 'entry follows', 'entries follow')} one that is not before it in the file: the entry before took its place`,
        ]),
    ...(changesModelOften(entries)
      ? ['its model changes too often to follow what each one was shown of the thoughts of others']
      : []),
    ...describeStrangeKinds(strange, 'entry', 'entries'),
  ]
}
