import type { Agent } from '../agent.ts'
import { pickFileStem, readFirstValueText } from '../build-session-key.ts'
import { isRecord, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import { readWholeRollout, type Rollout } from './lineage.ts'
import { isBareMeta } from './lines.ts'
import { readRollout } from './read-rollout.ts'
import { codexWriter, findCodexFolder } from './write-session.ts'

/** A rollout of Codex: one thread, or one subagent of a thread. */
export const codex: Agent = {
  id: 'codex',
  version: 7,
  name: 'Codex',
  label: 'Codex session',
  agent: 'codex',
  readSessionId: ({ path, head }) =>
    /[-_]([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i.exec(pickFileStem(path))?.[1] ??
    readFirstValueText(head, 'payload', 'id') ??
    readFirstValueText(head, 'id'),
  endings: ['.jsonl', '.jsonl.zst'],
  recognises: ({ name, bytes, values }) =>
    values.some(isRolloutValue) || (isZstd(bytes) && /^rollout-.*\.jsonl\.zst$/.test(name)),
  readLines: async (lines, source) => {
    const rollout = await readWholeRollout(source, lines)
    const { session, firstWords, remarks } = readRollout(rollout)
    return {
      session,
      title: readTitle(rollout) ?? firstWords ?? readSubagentName(rollout.meta),
      workspace: findLastContextText(rollout, 'cwd') ?? toTextOrNull(rollout.meta['cwd']),
      parentId: findParentId(rollout.meta, source.only().name),
      childIds: listChildIds(rollout),
      problems: [...lines.problems, ...rollout.problems],
      remarks,
    }
  },
  places: (machine) =>
    ['sessions', 'archived_sessions'].map((folder) => ({ path: findCodexFolder(machine, folder) })),
  writer: codexWriter,
}

const lineTypes: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'turn_context',
  'event_msg',
  'compacted',
])

function isRolloutValue(value: unknown, at: number): boolean {
  if (!isRecord(value)) return false
  return (lineTypes.has(value['type']) && isRecord(value['payload'])) || (at === 0 && isBareMeta(value))
}

function isZstd(bytes: Uint8Array): boolean {
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, at) => bytes[at] === byte)
}

/** The name that somebody gave the thread. */
function readTitle({ lines, ownFrom }: Rollout): string | null {
  const named = lines.slice(ownFrom).findLast(({ payload }) => payload['type'] === 'thread_name_updated')
  return toTextOrNull(named?.payload['thread_name'])
}

/** What a subagent is called; null for other threads. */
function readSubagentName(meta: Fields): string | null {
  return toTextOrNull(meta['agent_path']) ?? toTextOrNull(meta['agent_nickname'])
}

function findLastContextText({ lines }: Rollout, key: string): string | null {
  return toTextOrNull(
    lines.findLast(({ type, payload }) => type === 'turn_context' && toTextOrNull(payload[key]) !== null)
      ?.payload[key],
  )
}

/** The thread that had this one work, or that it was forked from. */
function findParentId(meta: Fields, name: string): string | null {
  const spawn = readNestedFields(meta, 'source', 'subagent', 'thread_spawn')
  const parent =
    toTextOrNull(meta['parent_thread_id']) ??
    toTextOrNull(spawn['parent_thread_id']) ??
    toTextOrNull(meta['forked_from_id']) ??
    toTextOrNull(readNestedFields(meta, 'history_base')['thread_id'])
  // A thread that went back goes on in a rollout with an id of its own.
  const own = /_(?<!_[\w-]*?_)([\w-]+)\.jsonl(?:\.zst)?$/.exec(name)?.[1] ?? toTextOrNull(meta['id'])
  return parent === own ? null : parent
}

/** Subagents that it began, as far as its events name them. */
function listChildIds({ lines, ownFrom }: Rollout): string[] {
  const ids = lines.slice(ownFrom).flatMap(({ payload }) => {
    const item = readNestedFields(payload, 'item')
    if (payload['type'] === 'collab_agent_spawn_end') return toTextOrNull(payload['new_thread_id']) ?? []
    return item['type'] === 'SubAgentActivity' && item['kind'] === 'started'
      ? (toTextOrNull(item['agent_thread_id']) ?? [])
      : []
  })
  return [...new Set(ids)]
}
