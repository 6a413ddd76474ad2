import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { wireSentBy } from '../testing/wire-messages.ts'
import {
  anthropicBody,
  bedrockBody,
  chatMessages,
  geminiBody,
  langChainDicts,
  langChainDumps,
  langChainMessages,
  responsesBody,
  sdkMessages,
  sentInAll as sent,
  uiMessages,
} from './testing/bodies.ts'

const read = (value: unknown, name = 'one.json'): Promise<ImportedTask> =>
  importFiles(name, [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }])

const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const underscored = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"[a-z]+(?:[A-Z][a-z]+)+":/g, (key) =>
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ),
  )

describe('a request', () => {
  it.each([
    ['Anthropic Messages', anthropicBody],
    ['OpenAI Chat', { model: 'gpt-x', messages: chatMessages }],
    ['OpenAI Chat without anything else', { messages: chatMessages }],
    ['the messages of OpenAI Chat alone', chatMessages],
    ['OpenAI Responses', responsesBody],
    ['Gemini', geminiBody],
    ['Gemini behind Code Assist', { model: 'g', project: 'p', request: geminiBody }],
    ['the AI SDK', { model: 'm', messages: sdkMessages }],
    ['a language model of the AI SDK', { prompt: sdkMessages }],
    ['a user interface of the AI SDK', { messages: uiMessages }],
    ['the messages of a user interface of the AI SDK alone', uiMessages],
    ['the items of OpenAI Responses alone', responsesBody.input],
    ['the items of OpenAI Responses, a line each', lines(responsesBody.input)],
    ['the messages of OpenAI Chat, a line each', lines(chatMessages)],
    ['the messages of Anthropic, a line each', lines(anthropicBody.messages)],
    ['Bedrock Converse', bedrockBody],
    ['the messages of Bedrock Converse alone', bedrockBody.messages],
    ['LangChain', langChainMessages],
    ['LangChain, a line each', lines(langChainMessages)],
    ['LangChain as dictionaries', langChainDicts],
    ['LangChain as constructors', langChainDumps],
    ['the state of a graph of LangGraph', { values: { messages: langChainMessages }, next: [] }],
    ["Gemini as Python's client writes it", { contents: underscored(geminiBody.contents) }],
  ])('of %s says what was sent', async (_, body) => {
    const task = await read(body)
    expect(task.format).toBe('requests')
    expect(wireSentBy(task)).toEqual([sent])
    expect(JSON.stringify(task.messages)).not.toMatch(/You help\.|cache_control/)
    expect(JSON.stringify(task.messages)).toContain('"thinking":"hm"')
    expect(task.title).toBe('Look')
    expect(task.problems).toEqual([])
  })
})

describe('a conversation', () => {
  const conversations = [
    { from: 'system', value: 'You help.' },
    { from: 'human', value: 'Look' },
    { from: 'gpt', value: 'I read' },
    { from: 'function_call', value: '{"name":"read","arguments":{"path":"a.ts"}}' },
    { from: 'observation', value: 'code' },
    { from: 'human', value: 'Go on' },
  ]
  const said = [
    { role: 'user', parts: [{ text: 'Look' }] },
    {
      role: 'assistant',
      parts: [{ text: 'I read' }, { call: 'call_1', name: 'read', input: { path: 'a.ts' } }],
    },
    { role: 'user', parts: [{ result: 'call_1', content: 'code' }, { text: 'Go on' }] },
  ]

  it.each([
    ['one', { id: 'x', conversations }],
    ['a list of one', [{ id: 'x', conversations }]],
    ['a line', `${JSON.stringify({ conversations })}\n`],
  ])('of ShareGPT is read from %s', async (_, value) => {
    expect(wireSentBy(await read(value))).toEqual([said])
  })

  it('of ShareGPT is one of many where there are more', async () => {
    const other = { conversations: [{ from: 'human', value: 'Other' }] }
    await expect(read(lines([{ conversations }, other]))).rejects.toThrow('2 sessions')
  })

  it('of a user interface has an answer for each step', async () => {
    const part = (toolCallId: string) => ({
      type: 'tool-read',
      toolCallId,
      state: 'output-available',
      input: {},
      output: toolCallId,
    })
    const task = await read([
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'Look' }] },
      {
        id: '2',
        role: 'assistant',
        content: 'Done',
        parts: [
          { type: 'step-start' },
          part('a'),
          { type: 'step-start' },
          {
            type: 'tool-invocation',
            toolInvocation: { state: 'result', toolCallId: 'b', toolName: 'read', args: {}, result: 'b' },
          },
          { type: 'step-start' },
          { type: 'text', text: 'Done' },
        ],
      },
    ])
    expect(wireSentBy(task)).toEqual([
      [
        { role: 'user', parts: [{ text: 'Look' }] },
        ...['a', 'b'].flatMap((id) => [
          { role: 'assistant', parts: [{ call: id, name: 'read', input: {} }] },
          { role: 'user', parts: [{ result: id, content: id }] },
        ]),
        { role: 'assistant', parts: [{ text: 'Done' }] },
      ],
    ])
  })

  it('of a row of a data set is read by any of its names', async () => {
    const conversation = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: 'Done' },
    ]
    expect((await read(lines([{ conversation_id: 'x', model: 'm', conversation }]))).title).toBe('Look')
  })

  it('of a row with its completion ends with that', async () => {
    const [prompt, completion] = [
      [{ role: 'user', content: 'Look' }],
      [{ role: 'assistant', content: 'Done' }],
    ]
    const { messages } = await read(lines([{ prompt, completion }]))
    expect(messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text', text: 'Done' }] },
    ])
  })
})

describe('the log of invocations of Bedrock', () => {
  it('has what was sent, answered and used', async () => {
    const { messages } = bedrockBody
    const record = {
      schemaType: 'ModelInvocationLog',
      operation: 'Converse',
      modelId: 'anthropic.claude',
      input: { inputBodyJson: { messages: messages.slice(0, 1) } },
      output: {
        outputBodyJson: {
          output: { message: messages[1] },
          usage: { inputTokens: 10, outputTokens: 4, cacheReadInputTokens: 6, cacheWriteInputTokens: 2 },
        },
      },
    }
    const task = await read(lines([record]))
    expect(task.messages).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
    expect(task.usage.requests).toMatchObject([
      {
        modelId: 'anthropic.claude',
        tokensIn: 10,
        tokensOut: 4,
        cacheReads: 6,
        cacheWrites: 2,
        isCacheApart: true,
      },
    ])
  })
})
