import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { allRealHistories, hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, roughCounter } from '../../kernel/testing/run-on.ts'
import { buildLedger } from './build-ledger.ts'
import { formatLedger } from './format-ledger.ts'
import { readLedger } from './read-written-ledgers.ts'
import { listEntryNames } from './testing/list-entry-names.ts'

const writers =
  '(?:write_to_file|new_file|apply_diff|insert_content|search_and_replace|edit_file|replace_in_file)'
const nativeWriters = new RegExp(`^(?:${writers}|Write|Edit|MultiEdit|editor)$`)

/** Another way to find accepted writes: the raw JSON of blocks and patterns over raw text, no parts. */
function acceptedWrites(messages: readonly Message[]): Set<string> {
  const paths = new Set<string>()
  const answers = new Map<string, { isError: boolean }>()
  for (const block of messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))) {
    if (block.type !== 'tool_result') continue
    const text = JSON.stringify(block['content'] ?? '')
    answers.set(String(block['tool_use_id']), {
      isError: block['is_error'] === true || /\\"success\\":false/.test(text),
    })
  }
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue
    for (const block of typeof content === 'string' ? [] : content) {
      if (block.type !== 'tool_use' || !nativeWriters.test(String(block['name']))) continue
      const found = /"(?:file_path|path)":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(block['input']))?.[1]
      if (found !== undefined && answers.get(String(block['id']))?.isError === false)
        paths.add(JSON.parse(`"${found}"`))
    }
    // Roo names every file that it wrote, in the answer.
    const answer = rawText(messages[index + 1])
    for (const [, path = ''] of answer.matchAll(/<file_write_result>\s*<path>([^<]+)<\/path>/g))
      paths.add(path)
  }
  return paths
}

function rawText(message: Message | undefined): string {
  if (message === undefined) return ''
  if (typeof message.content === 'string') return message.content
  return message.content.map((block) => (block.type === 'text' ? String(block['text']) : '')).join('\n')
}

/** Everything that any call says, raw. */
function callsText(messages: readonly Message[]): string {
  return messages
    .filter(({ role }) => role === 'assistant')
    .map((message) => {
      const blocks = typeof message.content === 'string' ? [] : message.content
      const inputs = blocks.filter(({ type }) => type === 'tool_use').map((block) => strings(block['input']))
      return [rawText(message), ...inputs].join('\n')
    })
    .join('\n')
}

function strings(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(strings).join('\n') : ''
}

describe.skipIf(!hasRealHistories)('of real histories', () => {
  it('some hold writes that the other extraction finds', () => {
    const found = allRealHistories().reduce((sum, { messages }) => sum + acceptedWrites(messages).size, 0)
    expect(found).toBeGreaterThan(50)
  })

  it.each(realHistories())(
    '$name: every accepted write is named, and nothing that no call names',
    ({ messages }) => {
      const entries = buildLedger(conversationFor(messages))
      const text = formatLedger(entries, 1_000_000, roughCounter)
      const lines = text.split('\n')
      for (const path of acceptedWrites(messages))
        expect(lines.some((line) => line.startsWith(`- ${path}`))).toBe(true)
      const named = callsText(messages).replaceAll('\\\\', '\\')
      for (const name of listEntryNames(entries)) expect(named).toContain(name)
      expect(readLedger(text)?.entries.length ?? 0).toBe(entries.length)
    },
  )

  it.each(realHistories())('$name: 800 tokens are enough for every changed file', ({ messages }) => {
    const entries = buildLedger(conversationFor(messages))
    const text = formatLedger(entries, 800, roughCounter)
    const changed = entries.filter(
      (entry) => entry.kind === 'file' && entry.state !== 'read' && entry.state !== 'untouched',
    )
    for (const path of listEntryNames(changed)) expect(text).toContain(path)
  })
})
