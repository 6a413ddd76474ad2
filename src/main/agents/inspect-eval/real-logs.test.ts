import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArchive } from '../archive.ts'
import { importTask } from '../import-task.ts'
import { merged, wireSentBy, type WireMessage } from '../testing/wire-messages.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/inspect-eval')

type Fields = Record<string, unknown>

// The logs are those of the folder, whose form is known.
const list = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[]
const fields = (value: unknown): Fields => value as Fields

async function readLogSamples(path: string): Promise<readonly (readonly [string, Fields])[]> {
  if (path.endsWith('.json')) {
    const log: Fields = JSON.parse(await readFile(path, 'utf8'))
    return list(log['samples']).map((sample) => [path, sample])
  }
  return readArchive(path, { bytes: 1e9 }, async ({ names, json }) => {
    const own = names.filter((name) => name.startsWith('samples/'))
    const read = own.map(async (name) => [`${path}#${name.slice(8, -5)}`, fields(await json(name))] as const)
    return Promise.all(read)
  })
}

/** A message in neutral words, read anew. */
function readWireMessage(stored: Fields, texts: Fields): WireMessage {
  const resolveText = (value: unknown): string => {
    const text = String(value)
    return text.startsWith('attachment://') ? String(texts[text.slice(13)]) : text
  }
  const { role, content } = stored
  const parts =
    typeof content === 'string'
      ? resolveText(content) === ''
        ? []
        : [{ text: resolveText(content) }]
      : list(content).map(({ text }) => ({ text: resolveText(text) }))
  if (role === 'tool')
    return {
      role: 'user',
      parts: [{ result: stored['tool_call_id'], content: readWireResult(stored, resolveText) }],
    }
  const calls = list(stored['tool_calls']).map(({ id, function: name, arguments: input }) => ({
    call: id,
    name,
    input: Object.fromEntries(
      Object.entries(fields(input)).map(([key, value]) => [
        key,
        typeof value === 'string' ? resolveText(value) : value,
      ]),
    ),
  }))
  return { role: role === 'assistant' ? 'assistant' : 'user', parts: [...parts, ...calls] }
}

function readWireResult({ content, error }: Fields, textOf: (value: unknown) => string): unknown {
  if (error !== undefined && error !== null) return textOf(fields(error)['message'])
  if (typeof content === 'string') return textOf(content)
  return list(content).map(({ text }) => ({ type: 'text', text: textOf(text) }))
}

function readWireInput(event: Fields, sample: Fields): readonly WireMessage[] {
  const pool = list(sample['message_pool'])
  const input = list(event['input'])
  const refs = list(event['input_refs']).map((ref) => ref as unknown as readonly number[])
  const stored = input.length > 0 ? input : refs.flatMap(([from, to]) => pool.slice(from, to))
  const own = stored.filter(({ role }) => role !== 'system')
  return merged(own.map((message) => readWireMessage(message, fields(sample['attachments']))))
}

describe.skipIf(!existsSync(data))('logs that Inspect wrote', () => {
  it.each([
    ['TransluceAI__docent__log/log.eval', 15],
    ['UKGovernmentBEIS__inspect_ai__message_deduplication/log_message_deduplication.eval', 1],
    ['UKGovernmentBEIS__inspect_ai__message_deduplication/log_streaming.eval', 4],
    ['UKGovernmentBEIS__inspect_ai__browser-json/2025-05-12T20-27-36-04-00_browser.json', 1],
  ])('%s: each call sent what its event says, and used what the sample did', async (name, count) => {
    const samples = await readLogSamples(join(data, name))
    expect(samples).toHaveLength(count)
    for (const [path, sample] of samples) {
      const task = await importTask(path)
      const events = list(sample['events']).filter(({ event }) => event === 'model')
      expect(wireSentBy(task)).toEqual(events.map((event) => readWireInput(event, sample)))
      expect(task.problems).toEqual([])
      expect(task.usage.condensations).toEqual([])
      const [wanted = {}] = Object.values(fields(sample['model_usage'])).map(fields)
      const sum = (key: 'tokensIn' | 'tokensOut' | 'cacheReads'): number =>
        task.usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
      const [input, output] = [Number(wanted['input_tokens'] ?? 0), Number(wanted['output_tokens'] ?? 0)]
      expect([sum('tokensIn') + sum('cacheReads'), sum('tokensOut')]).toEqual([input, output])
    }
  })
})
