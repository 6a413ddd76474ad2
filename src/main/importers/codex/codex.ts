import { type Fields, fieldsAt, textOf } from '../json/fields.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import { stemOf, textInFirst } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { rolloutOf, type Rollout } from './lineage.ts'
import { isBareMeta } from './lines.ts'
import { readRollout } from './read-rollout.ts'

/** A rollout of Codex: one thread, or one subagent of a thread. */
export const codex: ImportFormat = {
  id: 'codex',
  version: 4,
  label: 'Codex session',
  agent: 'codex',
  idOf: ({ path, head }) =>
    /[-_]([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i.exec(stemOf(path))?.[1] ??
    textInFirst(head, 'payload', 'id') ??
    textInFirst(head, 'id'),
  endings: ['.jsonl', '.jsonl.zst'],
  recognises: ({ name, bytes, values }) =>
    values.some(isRolloutValue) || (isZstd(bytes) && /^rollout-.*\.jsonl\.zst$/.test(name)),
  read: async (source) => {
    const file = source.only()
    const reading = source.lines(file)
    const rollout = await rolloutOf(source, reading)
    const { session, firstWords, problems } = readRollout(rollout, file.name)
    return sessionTask(source, {
      format: 'codex',
      agent: 'codex',
      session,
      reading,
      title: titleOf(rollout) ?? firstWords ?? helperName(rollout.meta),
      workspace: lastText(rollout, 'cwd') ?? textOf(rollout.meta['cwd']),
      relations: { parentId: parentOf(rollout.meta, file.name), childIds: childrenOf(rollout) },
      problems: [...rollout.problems, ...problems],
    })
  },
  places: (machine) => {
    const home = machine.environment['CODEX_HOME'] || joinOn(machine, machine.home, '.codex')
    return ['sessions', 'archived_sessions'].map((folder) => ({
      agent: 'Codex',
      editor: null,
      path: joinOn(machine, home, folder),
      holds: { kind: 'files', endings: ['.jsonl', '.jsonl.zst'] },
    }))
  },
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
function titleOf({ lines, ownFrom }: Rollout): string | null {
  const named = lines.slice(ownFrom).findLast(({ payload }) => payload['type'] === 'thread_name_updated')
  return textOf(named?.payload['thread_name'])
}

/** What a subagent is called; null for other threads. */
function helperName(meta: Fields): string | null {
  return textOf(meta['agent_path']) ?? textOf(meta['agent_nickname'])
}

function lastText({ lines }: Rollout, key: string): string | null {
  return textOf(
    lines.findLast(({ type, payload }) => type === 'turn_context' && textOf(payload[key]) !== null)?.payload[
      key
    ],
  )
}

/** The thread that had this one work, or that it was forked from. */
function parentOf(meta: Fields, name: string): string | null {
  const spawn = fieldsAt(fieldsAt(fieldsAt(meta, 'source'), 'subagent'), 'thread_spawn')
  const parent =
    textOf(meta['parent_thread_id']) ??
    textOf(spawn['parent_thread_id']) ??
    textOf(meta['forked_from_id']) ??
    textOf(fieldsAt(meta, 'history_base')['thread_id'])
  // A thread that went back goes on in a rollout with an id of its own.
  const own = /_(?<!_[\w-]*?_)([\w-]+)\.jsonl(?:\.zst)?$/.exec(name)?.[1] ?? textOf(meta['id'])
  return parent === own ? null : parent
}

/** Subagents that it began, as far as its events name them. */
function childrenOf({ lines, ownFrom }: Rollout): string[] {
  const ids = lines.slice(ownFrom).flatMap(({ payload }) => {
    const item = fieldsAt(payload, 'item')
    if (payload['type'] === 'collab_agent_spawn_end') return textOf(payload['new_thread_id']) ?? []
    return item['type'] === 'SubAgentActivity' && item['kind'] === 'started'
      ? (textOf(item['agent_thread_id']) ?? [])
      : []
  })
  return [...new Set(ids)]
}
