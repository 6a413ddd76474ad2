import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { answer, call as toolCall, long, task } from '../../../kernel/testing/small-histories.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import { smartMethod } from './smart.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const environment = `<environment_details>\n${long('details')}\n</environment_details>`
const xmlCall = `<execute_command>\n<command>${long('command')}</command>\n</execute_command>`
const histories: Readonly<Record<string, readonly Message[]>> = {
  native: [
    task,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: long('thinking'), signature: 's' },
        { type: 'text', text: long('words') },
        { type: 'tool_use', id: '1', name: 'execute_command', input: { command: long('command'), times: 3 } },
      ],
    },
    answer('1', long('output'), image, { type: 'text', text: environment }),
    { role: 'assistant', content: 'done' },
  ],
  xml: [
    task,
    { role: 'assistant', content: `${long('words')}\n\n${xmlCall}` },
    {
      role: 'user',
      content: [
        { type: 'text', text: '[execute_command] Result:' },
        { type: 'text', text: long('output') },
        { type: 'text', text: environment },
        image,
      ],
    },
    { role: 'assistant', content: 'done' },
  ],
}

const keep = { operation: 'keep' }
const suppress = { operation: 'suppress' }
const cut = { operation: 'truncate', params: { truncate: { maxChars: 30 } } }
const summarize = { operation: 'summarize', params: { summarize: { minTokens: 0, maxTokens: 50 } } }
const all = { messageText: keep, toolParameters: keep, toolResults: keep }

async function run(era: string, operations: object, selection: object) {
  const conversation = conversationFor(histories[era] ?? [])
  const pass = {
    id: 'only',
    name: 'Only',
    selection,
    mode: 'individual',
    individualConfig: { defaults: { ...all, ...operations } },
  }
  const settings = { losslessPrelude: { enabled: false }, passes: [pass] }
  const model = modelBy(() => call('In short.'))
  const outcome = await runWith({ provider: smartMethod, settings, conversation }, model)
  expect(outcome.summary.error).toBeNull()
  expect(unsoundOutcome(conversation, outcome)).toEqual([])
  const changes = outcome.condensed?.provenance.messages.flatMap((own) => own.changes) ?? []
  return { changed: changes.map(({ kind }) => kind), conversation, ...outcome }
}

const recent = { type: 'preserve_recent', keepRecentCount: 1 }

describe.each(Object.keys(histories))('an operation in the %s era', (era) => {
  it.each([
    ['words', { messageText: cut }, ['assistant-text']],
    ['words, by a model', { messageText: summarize }, ['assistant-text']],
    ['parameters', { toolParameters: cut }, ['tool-call']],
    ['suppressed parameters', { toolParameters: suppress }, ['tool-call']],
    ['results, and environment details with them', { toolResults: suppress }, ['tool-result', 'environment']],
    ['results by a model', { toolResults: summarize }, ['tool-result', 'environment']],
    ['results alone', { toolResults: suppress, environment: keep }, ['tool-result']],
    ['environment details alone', { environment: cut }, ['environment']],
    ['environment details alone, suppressed', { environment: suppress }, ['environment']],
    ['both, each in its way', { toolResults: cut, environment: suppress }, ['tool-result', 'environment']],
    ['nothing', {}, []],
  ])('on %s leaves all else: thoughts, images, headers', async (_name, operations, kinds) => {
    expect((await run(era, operations, recent)).changed).toEqual(kinds)
  })

  it('has sizes that count from and to', async () => {
    const { conversation } = await run(era, {}, recent)
    const at =
      conversation.parts[2]?.findIndex(({ kind, isHeader }) => kind === 'tool-result' && !isHeader) ?? -1
    const tokens = conversation.partTokens[2]?.[at] ?? 0
    expect(tokens).toBeGreaterThan(0)
    const sized = async (where: object) => {
      const selection = { type: 'custom', where: { kinds: ['tool-result'], ...where } }
      return (await run(era, { toolResults: suppress }, selection)).changed.length
    }
    expect(await sized({ minTokens: tokens, maxTokens: tokens })).toBe(1)
    expect(await sized({ minTokens: tokens + 1 })).toBe(0)
    expect(await sized({ maxTokens: tokens - 1 })).toBe(0)
  })
})

it('suppressed parameters keep their shape: keys, numbers and short strings', async () => {
  const conversation = conversationFor([
    task,
    toolCall('1', 'x', { path: 'a.ts', count: 7, nested: { list: [long('a'), 1, null] }, body: long('b') }),
    answer('1', 'ok'),
    { role: 'assistant', content: 'done' },
  ])
  const pass = {
    id: 'only',
    name: 'Only',
    selection: recent,
    mode: 'individual',
    individualConfig: { defaults: { ...all, toolParameters: suppress } },
  }
  const settings = { losslessPrelude: { enabled: false }, passes: [pass] }
  const { condensed } = await runWith(
    { provider: smartMethod, settings, conversation },
    modelBy(() => call('')),
  )
  expect(condensed?.conversation.messages[1]?.content).toEqual([
    {
      type: 'tool_use',
      id: '1',
      name: 'x',
      input: {
        path: 'a.ts',
        count: 7,
        nested: { list: ['[Parameter suppressed]', 1, null] },
        body: '[Parameter suppressed]',
      },
    },
  ])
})
