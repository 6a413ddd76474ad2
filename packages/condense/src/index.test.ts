import { describe, expect, it, vi } from 'vitest'
import { check, condense, CondenseError, expand, type CondenseOptions, type AskModel } from './index.ts'

const file = Array.from({ length: 80 }, (_, at) => `line ${at} of a file that is read twice`).join('\n')
const lossless: CondenseOptions = { preset: 'lossless-strict' }

const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'read_file', arguments: '{ "path":"a.ts" }' },
})
const chat = [
  { role: 'system', content: 'You are an agent.' },
  { role: 'user', content: 'Read it twice.', name: 'me' },
  { role: 'assistant', content: null, tool_calls: [call('a')], own: 1 },
  { role: 'tool', tool_call_id: 'a', content: file, own: 2 },
  { role: 'assistant', content: null, tool_calls: [call('b')] },
  { role: 'tool', tool_call_id: 'b', content: file },
  { role: 'assistant', content: 'Done.' },
]
const claude = [
  { role: 'user', content: [{ type: 'text', text: 'Read it twice.', cache_control: { type: 'ephemeral' } }] },
  ...['a', 'b'].flatMap((id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input: { path: 'a.ts' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: file, is_error: false }] },
  ]),
  { role: 'assistant', content: 'Done.' },
]
const responses = [
  { role: 'developer', content: 'You are an agent.' },
  { role: 'user', content: 'Read it twice.' },
  ...['a', 'b'].flatMap((id) => [
    { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: 'c2VhbGVk' },
    { type: 'custom_tool_call', call_id: `x${id}`, name: 'shell', input: 'ls' },
    { type: 'function_call', id: `fc_${id}`, call_id: id, name: 'read_file', arguments: '{ "path":"a.ts"}' },
    { type: 'custom_tool_call_output', call_id: `x${id}`, output: 'a.ts' },
    { type: 'function_call_output', call_id: id, output: [{ type: 'input_text', text: file, own: 1 }] },
  ]),
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
]
const aiSdk = [
  { role: 'system', content: 'You are an agent.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Read it twice.' },
      { type: 'image', image: new URL('https://a.example/b.png') },
    ],
  },
  ...['a', 'b'].flatMap((toolCallId) => [
    {
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: '',
          providerOptions: { openai: { reasoningEncryptedContent: 'c2VhbGVk' } },
        },
        { type: 'tool-call', toolCallId, toolName: 'read_file', input: { path: 'a.ts' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'read_file',
          output: { type: 'json', value: { text: file }, providerOptions: { own: { a: 1 } } },
        },
      ],
    },
  ]),
  { role: 'assistant', content: 'Done.' },
]

const shapes = [
  ['anthropic', claude, 2],
  ['openai-chat', chat, 3],
  ['openai-responses', responses, 6],
  ['ai-sdk', aiSdk, 3],
] as const

describe.each(shapes)('messages of %s', (format, messages, at) => {
  it('are known by what only they have', async () => {
    expect((await condense<object>(messages, lossless)).format).toBe(format)
  })

  it('are condensed where a result is repeated, and stay the same objects everywhere else', async () => {
    const result = await condense<object>(messages, lossless)
    expect(result.isCondensed).toBe(true)
    expect(result.stats.finalTokens).toBeLessThan(result.stats.originalTokens)
    expect(result.messages.flatMap((message, place) => (message === messages[place] ? [] : [place]))).toEqual(
      [at],
    )
    expect(check(result.messages)).toEqual([])
    expect(result.leftOut).toEqual([])
  })

  it('keep the fields of a message that is condensed', async () => {
    const { messages: after } = await condense<object>(messages, lossless)
    expect(withoutTexts(after[at])).toEqual(withoutTexts(messages[at]))
  })

  it('come back', async () => {
    expect(expand(await condense<object>(messages, lossless))).toStrictEqual(messages)
  })
})

/** The shape of a message: everything but the text of its result. An output that was JSON is a text now. */
function withoutTexts(message: unknown): unknown {
  return JSON.parse(
    JSON.stringify(message, (key, value: unknown) =>
      (typeof value === 'string' && (value.length > 80 || value.startsWith('['))) ||
      key === 'value' ||
      key === 'type'
        ? '…'
        : value,
    ),
  )
}

it('writes a condensed JSON output of the AI SDK as text', async () => {
  const { messages } = await condense<object>(aiSdk, lossless)
  expect(messages[3]).toMatchObject({
    content: [
      { output: { type: 'text', value: expect.stringContaining('#'), providerOptions: { own: { a: 1 } } } },
    ],
  })
})

describe('instructions', () => {
  const messages = [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'Go.' },
    ...Array.from({ length: 30 }, (_, at) => ({
      role: at % 2 === 0 ? 'assistant' : 'user',
      content: `Step ${at}.`,
    })),
    { role: 'developer', content: 'Answer in French.' },
    { role: 'assistant', content: 'Oui.' },
  ]

  it('stay at the beginning, and keep their role in the middle', async () => {
    const { messages: after } = await condense(messages, {
      provider: 'sliding-window',
      settings: { variant: 'keep-last', keepLast: 4 },
    })
    expect(after.length).toBeLessThan(10)
    expect(after[0]).toBe(messages[0])
    expect(after.at(-2)).toBe(messages.at(-2))
  })
})

describe('ways', () => {
  it('take settings alone for those of composed rules', async () => {
    const settings = { outputs: { mode: 'clear', protectResults: 1, minimumGain: 0 } }
    const { messages } = await condense<object>(claude, { settings })
    expect(JSON.stringify(messages[2])).not.toContain('line 7')
    expect(messages[4]).toBe(claude[4])
  })

  it.each<[object, string]>([
    [{}, 'Pass `preset`'],
    [{ preset: 'losless' }, 'There is no preset "losless". There are: claude-code'],
    [{ preset: 'lossless', settings: { keepFirst: -1 } }, 'The settings of lossless do not fit. keepFirst: '],
    [{ provider: 'magic', settings: {} }, 'There is no provider "magic". There are: lossless, truncation'],
    [{ preset: 'anthropic-compact' }, 'anthropic-compact is done by its vendor'],
    [{ provider: 'external', settings: {} }, 'external runs a program'],
    [{ preset: 'recorded' }, 'recorded is what an agent did to its own task'],
  ])('refuse %j', async (options, message) => {
    const failure = await condense(chat, options as CondenseOptions).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RangeError)
    expect(String(failure)).toContain(message)
  })

  it('take settings over those of the preset, group by group', async () => {
    const settings = { outputs: { protectResults: 1 } }
    const { messages } = await condense<object>(claude, { preset: 'clear-tool-uses', settings })
    expect(JSON.stringify(messages[2])).toContain('Old tool output cleared')
    expect(messages[4]).toBe(claude[4])
  })

  it('leave messages alone below a size', async () => {
    const result = await condense(chat, { preset: 'lossless', atTokens: 1_000_000 })
    expect(result.isCondensed).toBe(false)
    expect(result.reason).toContain('fewer than the 1000000')
    result.messages.forEach((message, at) => expect(message).toBe(chat[at]))
  })
})

it.each<[unknown, string]>([
  ['text', 'messages is no list: it is a string.'],
  [[null], 'messages[0] is no message: it is null.'],
  [[{ role: 'user', content: 'a' }, {}], 'messages[1] has neither a role nor a type'],
  [[{ role: 'user' }], 'messages[0] has no content'],
  [[{ role: 'user', content: 1 }], 'messages[0].content is a number'],
  [[{ role: 'user', content: ['a'] }], 'messages[0].content[0] is no part'],
  [
    [{ role: 'user', content: [{ type: 'text' }] }],
    'messages[0].content[0] is of the type text and has none',
  ],
  [[{ role: 'function', content: 'a' }], 'replaced by `tool_calls`'],
  [[chat[2], aiSdk[2]], 'messages[1] looks like ai-sdk, and messages[0] like openai-chat'],
])('says what is wrong with %j', async (messages, message) => {
  const given = messages as readonly object[]
  await expect(condense(given, lossless)).rejects.toThrow(message)
  await expect(condense(given, lossless)).rejects.toBeInstanceOf(TypeError)
  expect(() => check(given)).toThrow(message)
})

it('finds what APIs refuse, at the place where it stands', () => {
  expect(check(chat.slice(0, -2))).toEqual([])
  expect(check([...chat.slice(0, 4), ...chat.slice(5)])).toMatchObject([
    { rule: 'tool-pairing', messageIndex: 4 },
  ])
  expect(check([...responses.slice(0, 6), ...responses.slice(7)])).toMatchObject([
    { rule: 'tool-pairing', messageIndex: 2 },
  ])
})

describe('summaries', () => {
  const long = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at}. ${'Words of a long talk. '.repeat(40)}`,
  }))

  it('are asked of the caller’s model, in the format of the messages', async () => {
    const model = vi.fn<AskModel>().mockResolvedValue('What was said so far.')
    const result = await condense<object>(long, { preset: 'roo-current', format: 'openai-responses', model })
    expect(model).toHaveBeenCalledOnce()
    expect(model.mock.calls[0]?.[0].messages.at(-1)).toMatchObject({
      type: 'message',
      role: 'user',
      content: expect.any(String),
    })
    expect(result.summary).toContain('What was said so far.')
    expect(JSON.stringify(result.messages)).toContain('What was said so far.')
  })

  it('can be extracts, for which nobody is asked', async () => {
    const { summary } = await condense(long, { preset: 'roo-current', model: 'extractive' })
    expect(summary).toContain('not written by a model')
  })

  it('say what to pass where there is no model', async () => {
    await expect(condense(long, { preset: 'roo-current' })).rejects.toThrow('pass `model`')
  })

  it('fail with what the model threw as the cause', async () => {
    const cause = new Error('no credit')
    const failure = await condense(long, { preset: 'roo-current', model: () => Promise.reject(cause) }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(CondenseError)
    expect(failure).toMatchObject({ message: expect.stringContaining('no credit'), cause })
  })

  it('end when they are cancelled, with the reason', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const model = async (): Promise<string> => {
      controller.abort(reason)
      return 'Too late.'
    }
    await expect(condense(long, { preset: 'roo-current', model, signal: controller.signal })).rejects.toBe(
      reason,
    )
  })
})

it('refuses to expand what lost something, and what was changed since', async () => {
  const lossy = await condense(chat, {
    provider: 'sliding-window',
    settings: { variant: 'keep-last', keepLast: 2 },
  })
  expect(() => expand(lossy)).toThrow('dropped for good')
  const result = await condense(chat, lossless)
  expect(() => expand({ ...result, messages: result.messages.slice(0, -1) })).toThrow('were changed')
})
