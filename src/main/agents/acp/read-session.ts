import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock } from '../../../shared/kernel/message.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { buildToolCallBlock, buildToolResultBlock, readContentBlocks } from '../messages/blocks.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { foldById, type Update } from './updates.ts'

/**
 * Plays the updates of a session. An answer is what the agent said and called until something came back: the protocol does
 * not tell of model calls, nor what a compaction took out of what is sent.
 */
export function readSession(updates: readonly Update[]): BuiltSession {
  const session = createSessionBuilder()
  const calls = foldById(updates, 'toolCallId')
  const compactions = foldById(updates, 'compactionId')
  const seen = new Set<string>()
  const history: Entry[] = []
  let answer: ContentBlock[] = []
  let results: ContentBlock[] = []
  let typed: ContentBlock[] = []
  let isPrompted = false
  let used: number | null = null
  const end = (line: number): void => {
    const origin = { line }
    if (typed.length > 0) history.push({ message: { role: 'user', content: typed, origin } })
    if (answer.length > 0) {
      const own: Entry = { message: { role: 'assistant', content: answer, origin } }
      session.request({}, history, [own])
      history.push(own)
    }
    append(
      history,
      results.map((result): Entry => ({ message: { role: 'user', content: [result], origin } })),
    )
    answer = []
    results = []
    typed = []
  }
  for (const { kind, fields, line } of updates) {
    if (kind === 'prompt' || kind === 'user_message_chunk') {
      const blocks = readContentBlocks(fields[kind === 'prompt' ? 'prompt' : 'content'])
      // Some agents say again what they were asked.
      if (kind === 'user_message_chunk' && isPrompted && answer.length === 0) continue
      if (answer.length > 0 || kind === 'prompt') end(line)
      typed = joinTexts([...typed, ...blocks])
      isPrompted = kind === 'prompt'
    } else if (kind === 'agent_message_chunk' || kind === 'agent_thought_chunk') {
      if (results.length > 0) end(line)
      const blocks = readContentBlocks(fields['content'])
      answer = joinTexts([...answer, ...(kind === 'agent_thought_chunk' ? blocks.map(toThought) : blocks)])
    } else if (kind === 'usage_update') used = toNumberOrNull(fields['used']) ?? used
    const id = toTextOrNull(fields['toolCallId']) ?? toTextOrNull(fields['compactionId'])
    if (id === null || seen.has(id)) continue
    seen.add(id)
    const call = calls.get(id)
    const compaction = compactions.get(id)
    if (call !== undefined) {
      answer.push(buildToolCallBlock(id, call['title'] ?? call['kind'], call['rawInput'] ?? {}))
      const result = buildResult(id, call)
      if (result !== null) results.push(result)
    } else if (compaction?.['status'] === 'completed') {
      end(line)
      const summaryText = readText(compaction['summary'])
      const record = { kind: 'summary' as const, ...omitUnknown({ summaryText, tokensBefore: used }) }
      session.condensation(record, history, history)
    }
  }
  end(updates.at(-1)?.line ?? 1)
  return session.finish(history)
}

function toThought(block: ContentBlock): ContentBlock {
  return block.type === 'text' ? { type: 'thinking', thinking: block['text'] } : block
}

/** Chunks of one kind that follow each other are one block. */
function joinTexts(blocks: readonly ContentBlock[]): ContentBlock[] {
  const joined: ContentBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const key = block.type === 'thinking' ? 'thinking' : 'text'
    if (last?.type !== block.type || typeof block[key] !== 'string') joined.push(block)
    else joined[joined.length - 1] = { ...last, [key]: `${String(last[key])}${block[key]}` }
  }
  return joined
}

/** What came of a call: as the tool gave it, else as it was shown; null where it has not ended. */
function buildResult(id: string, { status, rawOutput, content }: Fields): ContentBlock | null {
  if (status !== 'completed' && status !== 'failed') return null
  const shown = readRecordList(content).flatMap((part) =>
    part['type'] === 'content'
      ? readContentBlocks(readNestedFields(part, 'content'))
      : [{ ...part, type: toTextOrNull(part['type']) ?? 'unknown' }],
  )
  const raw = isRecord(rawOutput) || Array.isArray(rawOutput) ? JSON.stringify(rawOutput) : rawOutput
  return buildToolResultBlock(
    id,
    shown.length > 0 ? shown : (toTextOrNull(raw) ?? ''),
    status === 'failed' ? { is_error: true } : {},
  )
}

function readText(blocks: unknown): string | null {
  return toTextOrNull(
    readRecordList(blocks)
      .map(({ text }) => toTextOrNull(text) ?? '')
      .join(''),
  )
}
