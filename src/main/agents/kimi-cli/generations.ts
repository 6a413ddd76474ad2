import { isDeepStrictEqual } from 'node:util'
import {
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { buildMessageKey } from './events.ts'
import type { Generation } from './gather-session-files.ts'
import { isCheckpoint, isMessage, classifyReplacement, readMessageWords } from './messages.ts'

/** A message as it stands in a file of a session. */
export type Said = Readonly<{
  value: Fields
  /** Null in a file that is not the one that was opened. */
  line: number | null
  /** What its event in the log has too. */
  key: string
  /** Tokens that the agent wrote down right before it, and right behind it; null where it wrote none there. */
  tokensBefore: number | null
  tokensAfter: number | null
}>

/** What a file has that the one before it does not have. */
export type Chapter = Readonly<{
  /** What stays of what stood there before, from its start. */
  kept: readonly Said[]
  /** What stands for the rest of it; null where that was only taken out. */
  replacement: Said | null
  /** What stays of its end. */
  tail: readonly Said[]
  added: readonly Said[]
  tokensBefore: number | null
  tokensAfter: number | null
}>

/** So many messages at the end may stay: two of them, and the results between. */
const mostKept = 500

/** Holds each file of a session against the one before it. */
export function buildChapters(generations: readonly Generation[]): readonly Chapter[] {
  let before: readonly Said[] = []
  let tokensBefore: number | null = null
  return generations.map((generation) => {
    const all = readMessageRecords(generation)
    const same = countCommonStart(before, all)
    let at = same
    while (isCheckpointAt(all, at)) at += 1
    const next = all[at]
    const way = next === undefined ? null : classifyReplacement(next.value)
    const replacement = way === null ? null : (next ?? null)
    const checkpoints = replacement === null ? [] : all.slice(same, at)
    const kept = [...before.slice(0, same), ...checkpoints]
    const from = replacement === null ? same : at + 1
    const tail =
      way === 'compaction' ? findSharedTail(before.slice(same), all.slice(from, from + mostKept)) : []
    const added = all.slice(from + tail.length)
    const chapter = {
      kept,
      replacement,
      tail,
      added,
      tokensBefore,
      tokensAfter: readTokenEstimate(generation),
    }
    before = [...kept, ...(replacement === null ? [] : [replacement]), ...tail, ...added]
    tokensBefore = readLastTokenCount(generation)
    return chapter
  })
}

/** Records that are no messages, and nothing that the agent writes beside them. */
export function countStrangeRecords(generations: readonly Generation[]): number {
  return generations
    .flatMap(({ records }) => records)
    .filter(({ value }) => !isMessage(value) && !/^_[a-z]/.test(toTextOrNull(value['role']) ?? '')).length
}

function readMessageRecords({ records, isOwn }: Generation): readonly Said[] {
  return records.flatMap(({ value, line }, at): readonly Said[] => {
    if (!isMessage(value)) return []
    const ids = readRecordList(value['tool_calls']).map(({ id }) => toTextOrNull(id) ?? '')
    return [
      {
        value,
        line: isOwn ? line : null,
        key: buildMessageKey(toTextOrNull(value['role']) ?? '', ids, readMessageWords(value)),
        tokensBefore: readTokenCount(records[at - 1]?.value),
        tokensAfter: readTokenCount(records[at + 1]?.value),
      },
    ]
  })
}

function readTokenCount(value: Fields | undefined): number | null {
  return value?.['role'] === '_usage' ? toNumberOrNull(value['token_count']) : null
}

function isCheckpointAt(all: readonly Said[], at: number): boolean {
  const one = all[at]
  return one !== undefined && isCheckpoint(one.value)
}

function isSame(a: Said | undefined, b: Said | undefined): boolean {
  return a !== undefined && b !== undefined && a.key === b.key && isDeepStrictEqual(a.value, b.value)
}

function countCommonStart(before: readonly Said[], all: readonly Said[]): number {
  let same = 0
  while (isSame(before[same], all[same])) same += 1
  return same
}

/** The longest end of what stood there with which what follows begins. */
function findSharedTail(before: readonly Said[], following: readonly Said[]): readonly Said[] {
  for (let length = Math.min(before.length, following.length); length > 0; length -= 1) {
    const end = before.slice(-length)
    if (end.every((one, at) => isSame(one, following[at]))) return end
  }
  return []
}

/** What the agent reckoned a file to hold when it began: it stands before the first answer, and not right before it. */
function readTokenEstimate({ records }: Generation): number | null {
  const at = records.findIndex(({ value }) => value['role'] === '_usage')
  const next = records[at + 1]?.value
  return next?.['role'] === 'assistant' ? null : readTokenCount(records[at]?.value)
}

function readLastTokenCount({ records }: Generation): number | null {
  return readTokenCount(records.findLast(({ value }) => readTokenCount(value) !== null)?.value)
}

/** The path that the instructions of a session name as its folder; null where they name none. */
export function findPromptFolder(generations: readonly Generation[]): string | null {
  const prompts = generations
    .flatMap(({ records }) => records)
    .filter(({ value }) => value['role'] === '_system_prompt')
  const text = toTextOrNull(prompts.at(-1)?.value['content']) ?? ''
  return /The current working directory is `([^`\n]+)`/.exec(text)?.[1] ?? null
}

/** The model that a subagent was started with. */
export function readSubagentModel(state: Fields): string | null {
  return toTextOrNull(readNestedFields(state, 'launch_spec')['effective_model'])
}
