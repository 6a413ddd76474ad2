import { createHash } from 'node:crypto'
import type { SessionHead } from '../agent.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTextOrNull, toTimeOrNull } from '../json/fields.ts'
import { buildConversationKey } from '../session/logged-sessions.ts'

/** The lines of one subagent, which early versions write into the transcript of its session. */
export type Sidechain = Readonly<{
  /** Id of the agent, else of its first line. */
  key: string
  records: readonly LineRecord[]
}>

export type SplitTranscript = Readonly<{
  /** Lines of the session itself, and those that belong to no branch, such as titles. */
  own: readonly LineRecord[]
  sidechains: readonly Sidechain[]
}>

/**
 * Takes the subagents out of the transcript of a session. A transcript of nothing but a subagent is one session. Lines
 * of subagents that work side by side are told apart by what they follow.
 */
export function splitSidechains(records: readonly LineRecord[]): SplitTranscript {
  if (records.every(({ value }) => value['isSidechain'] !== false)) return { own: records, sidechains: [] }
  const own = records.filter(({ value }) => value['isSidechain'] !== true)
  const ownUuids = new Set(own.flatMap(({ value }) => toTextOrNull(value['uuid']) ?? []))
  const chains = new Map<string, LineRecord[]>()
  const keys = new Map<string, string>()
  let latest: string | null = null
  for (const record of records) {
    const { value, line } = record
    if (value['isSidechain'] !== true) continue
    const uuid = toTextOrNull(value['uuid']) ?? `line-${line}`
    const parent = toTextOrNull(value['parentUuid'])
    // Of a line whose parent was never written the subagent that wrote last is the likeliest.
    const followed: string | null =
      parent === null || ownUuids.has(parent) ? null : (keys.get(parent) ?? latest)
    const key: string = toTextOrNull(value['agentId']) ?? keys.get(uuid) ?? followed ?? uuid
    keys.set(uuid, key)
    const lines = chains.get(key) ?? []
    chains.set(key, lines)
    lines.push(record)
    latest = key
  }
  const sidechains = [...chains].map(([key, lines]) => ({ key: buildConversationKey(key), records: lines }))
  return { own, sidechains: sidechains.filter(({ records: lines }) => readPromptStart(lines) !== undefined) }
}

/** A subagent as it is listed. */
export function buildSidechainHead({ key, records }: Sidechain): SessionHead {
  const hash = createHash('sha256')
  for (const { value } of records) hash.update(JSON.stringify(value))
  return {
    key,
    title: toTextOrNull(readPromptStart(records)),
    stamp: hash.digest('hex').slice(0, 16),
    lastActivityTs: pickLatestTs(
      records.map(({ value }) => toTimeOrNull(value['timestamp'])),
      null,
    ),
  }
}

/** The first words of a subagent, which are what it was told; undefined where there is no message. */
function readPromptStart(records: readonly LineRecord[]): string | undefined {
  for (const { value } of records) {
    const content = isRecord(value['message']) ? value['message']['content'] : null
    if (typeof content === 'string') return content
    if (Array.isArray(content)) return toTextOrNull(content.find(isText)?.text) ?? ''
  }
  return undefined
}

function isText(block: unknown): block is { readonly text: string } {
  return isRecord(block) && typeof block['text'] === 'string'
}
