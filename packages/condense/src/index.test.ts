import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { check, condense, expand } from './index.ts'

const counter = { id: 'rough', count: (text: string) => Math.ceil(text.length / 4) }
const file = Array.from({ length: 80 }, (_, at) => `line ${at} of a file that is read twice`).join('\n')
const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'read_file', arguments: '{ "path":"a.ts" }' },
})
const chat = [
  { role: 'user', content: 'Read it twice.', name: 'me' },
  { role: 'assistant', content: null, tool_calls: [call('a')], own: 1 },
  { role: 'tool', tool_call_id: 'a', content: file },
  { role: 'assistant', content: null, tool_calls: [call('b')] },
  { role: 'tool', tool_call_id: 'b', content: file, own: 2 },
  { role: 'assistant', content: 'Done.' },
]
const claude = [
  { role: 'user', content: [{ type: 'text', text: 'Read it twice.', cache_control: { type: 'ephemeral' } }] },
  ...['a', 'b'].flatMap((id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input: { path: 'a.ts' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: file }] },
  ]),
  { role: 'assistant', content: 'Done.' },
]

describe.each([
  ['OpenAI chat', chat],
  ['Anthropic', claude],
])('condensing messages of %s', (_, messages) => {
  it('shortens, stays valid, keeps what did not change and gives the source back', async () => {
    const result = await condense(messages, { preset: 'lossless', counter })
    expect(result.stats.finalTokens).toBeLessThan(result.stats.originalTokens)
    expect(check(result.messages)).toEqual([])
    expect(result.messages[0]).toBe(messages[0])
    expect(result.messages.at(-1)).toBe(messages.at(-1))
    expect(JSON.stringify(expand(result))).toBe(JSON.stringify(messages))
  })
})

it('says which message has no format', async () => {
  const parts = [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] }]
  await expect(condense(parts, { preset: 'lossless', counter })).rejects.toThrow('x')
})

describe('presets that ask a model', () => {
  const long = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at}. ${'Words of a long talk. '.repeat(40)}`,
  }))

  it('ask the one of the caller', async () => {
    const asked: unknown[] = []
    const model = async (request: unknown) => {
      asked.push(request)
      return 'What was said so far.'
    }
    const { messages } = await condense(long, { preset: 'roo-current', counter, model })
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(messages)).toContain('What was said so far.')
  })

  it('say what to pass where there is none', async () => {
    await expect(condense(long, { preset: 'roo-current', counter })).rejects.toThrow('pass `model`')
  })
})

it('bundles for a browser without Node, below 250 KB', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'index.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const chunks = output.flatMap((part) => (part.type === 'chunk' ? [part] : []))
  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual([])
  expect(gzipSync(chunks.map(({ code }) => code).join('')).length).toBeLessThan(250_000)
})
