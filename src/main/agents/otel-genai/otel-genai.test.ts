import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { expectImportFailure } from '../testing/task-files.ts'
import { otelGenAi } from './otel-genai.ts'

type Values = Readonly<Record<string, unknown>>

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-otel-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const toOtlpValue = (value: unknown): Values =>
  typeof value === 'number'
    ? { intValue: String(value) }
    : { stringValue: typeof value === 'string' ? value : JSON.stringify(value) }

const span = (id: string, at: number, attributes: Values, more: Values = {}): Values => ({
  traceId: 't1',
  spanId: id,
  name: 'chat m',
  startTimeUnixNano: `${1_700_000_000_000_000_000n + BigInt(at) * 1_000_000_000n}`,
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: toOtlpValue(value) })),
  ...more,
})
const otlp = (...spans: Values[]): Values => ({
  resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }],
})
const user = (content: string): Values => ({ role: 'user', parts: [{ type: 'text', content }] })
const says = (content: string): Values => ({ role: 'assistant', parts: [{ type: 'text', content }] })
const chat = (input: readonly Values[], output: readonly Values[], more: Values = {}): Values => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.response.model': 'm',
  'gen_ai.input.messages': input,
  'gen_ai.output.messages': output,
  ...more,
})

describe('a trace of OpenTelemetry', () => {
  it('has a request for each span with messages, and usage with cached tokens apart', async () => {
    const calls = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'tool_call', id: 'a', name: 'ls', arguments: { p: 1 } },
      ],
    }
    const result = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 'A' }] }
    const path = await put(
      'trace.json',
      otlp(
        span('2', 2, chat([user('Fix it'), calls, result], [says('Done')])),
        span(
          '1',
          1,
          chat([{ role: 'system', parts: [{ type: 'text', content: 'Be good' }] }, user('Fix it')], [calls], {
            'gen_ai.usage.input_tokens': 100,
            'gen_ai.usage.cache_read.input_tokens': 60,
            'gen_ai.usage.output_tokens': 7,
            'gen_ai.agent.name': 'helper',
          }),
        ),
      ),
    )
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'hm+a', 'A']])
    expect(task).toMatchObject({
      format: 'otel-genai',
      agent: 'helper',
      model: 'm',
      problems: [],
      lastActivityTs: 1_700_000_002_000,
      usage: {
        requests: [{ ts: 1_700_000_001_000, tokensIn: 40, cacheReads: 60, tokensOut: 7, modelId: 'm' }, {}],
        condensations: [],
      },
    })
  })

  it('shows that messages were dropped between two requests', async () => {
    const path = await put(
      'trace.json',
      otlp(
        span('1', 1, chat([user('Fix it'), says('a'), user('b'), says('c'), user('d')], [says('e')])),
        span('2', 2, chat([user('Fix it'), says('c'), user('d'), says('e'), user('f')], [says('g')])),
      ),
    )
    const task = await importTask(path)
    expect(wordsSentBy(task)[1]).toEqual(['Fix it', 'c', 'd', 'e', 'f'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'truncation' }])
  })

  it('does not count spans that wrap calls, nor a call for that of its tool', async () => {
    const agent = { ...chat([user('Fix it')], [says('Done')]), 'gen_ai.operation.name': 'invoke_agent' }
    const path = await put(
      'trace.jsonl',
      [
        otlp(span('agent', 0, agent, { parentSpanId: '' })),
        otlp(span('1', 1, chat([user('Fix it')], [says('Done')]), { parentSpanId: 'agent' })),
        otlp(span('tool', 2, { 'gen_ai.operation.name': 'execute_tool' }, { parentSpanId: '1' })),
        otlp(span('inner', 3, chat([user('Sub')], [says('Sub done')]), { parentSpanId: 'tool' })),
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    )
    expect(await expectImportFailure(path)).toMatchObject({ code: 'history-missing' })
    const main = await importTask(`${path}#t1`)
    expect(wordsSentBy(main)).toEqual([['Fix it']])
    expect(main.relations).toEqual({ parentId: null, childIds: ['t1.2'] })
    const sub = await importTask(`${path}#t1.2`)
    expect(wordsSentBy(sub)).toEqual([['Sub']])
    expect(sub.relations).toMatchObject({ parentId: 't1' })
  })

  it('is split into its conversations, which a span above may name', async () => {
    const path = await put(
      'trace.json',
      otlp(
        span('a', 0, { 'gen_ai.conversation.id': 'one/1' }),
        span('1', 1, chat([user('x')], [says('y')]), { parentSpanId: 'a' }),
        span('2', 2, chat([user('z')], [says('y')], { 'gen_ai.conversation.id': 'two' })),
      ),
    )
    const listed = await expectImportFailure(path)
    expect(listed.hint).toContain('one_1 (x)')
    expect(wordsSentBy(await importTask(`${path}#one_1`))).toEqual([['x']])
  })

  it.each([
    [
      'attributes of OpenLLMetry',
      {
        attributes: {
          'gen_ai.prompt.0.role': 'system',
          'gen_ai.prompt.0.content': 'Be good',
          'gen_ai.prompt.1.role': 'user',
          'gen_ai.prompt.1.content': 'Look',
          'gen_ai.prompt.2.role': 'assistant',
          'gen_ai.prompt.2.tool_calls.0.id': 'a',
          'gen_ai.prompt.2.tool_calls.0.name': 'ls',
          'gen_ai.prompt.2.tool_calls.0.arguments': '{"p":1}',
          'gen_ai.prompt.3.role': 'tool',
          'gen_ai.prompt.3.tool_call_id': 'a',
          'gen_ai.prompt.3.content': 'A',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'Done',
        },
      },
    ],
    [
      'attributes of OpenInference',
      {
        attributes: {
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': 'Look',
          'llm.input_messages.1.message.role': 'assistant',
          'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'a',
          'llm.input_messages.1.message.tool_calls.0.tool_call.function.name': 'ls',
          'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{"p":1}',
          'llm.input_messages.2.message.role': 'tool',
          'llm.input_messages.2.message.tool_call_id': 'a',
          'llm.input_messages.2.message.content': 'A',
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.content': 'Done',
        },
      },
    ],
    [
      'attributes of the AI SDK',
      {
        attributes: {
          'ai.prompt.messages': JSON.stringify([
            { role: 'user', content: [{ type: 'text', text: 'Look' }] },
            {
              role: 'assistant',
              content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { p: 1 } }],
            },
            {
              role: 'tool',
              content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: 'A' }],
            },
          ]),
          'ai.response.text': 'Done',
        },
      },
    ],
    [
      'events',
      {
        attributes: { 'gen_ai.operation.name': 'chat' },
        events: [
          { name: 'gen_ai.user.message', attributes: { content: 'Look' } },
          {
            name: 'gen_ai.assistant.message',
            attributes: {
              tool_calls: '[{"id":"a","type":"function","function":{"name":"ls","arguments":"{\\"p\\":1}"}}]',
            },
          },
          { name: 'gen_ai.tool.message', attributes: { id: 'a', content: 'A' } },
          { name: 'gen_ai.choice', attributes: { index: 0, message: '{"content":"Done"}' } },
        ],
      },
    ],
  ])('is read from %s', async (_, held) => {
    const path = await put(
      'span.jsonl',
      JSON.stringify({ trace_id: 't', span_id: 's', name: 'x', start_time: '2026-01-01T00:00:00Z', ...held }),
    )
    const task = await importTask(path)
    expect(wordsSentBy(task)).toEqual([['Look', 'a', 'A']])
    expect(task.messages.at(-1)).toMatchObject({ role: 'assistant', content: [{ text: 'Done' }] })
    expect(task.messages[1]?.content).toContainEqual({
      type: 'tool_use',
      id: 'a',
      name: 'ls',
      input: { p: 1 },
    })
  })

  it('has messages that are a list of events in one attribute', async () => {
    const events = [
      { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Look' },
      { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'Done' } },
    ]
    const task = await importTask(await put('t.json', otlp(span('s1', 0, { 'ai.model.id': 'm', events }))))
    expect(wordsSentBy(task)).toEqual([['Look']])
    expect(task.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  it('is refused where no message was recorded, with the option that records them', async () => {
    const bare = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10 }
    expect(await expectImportFailure(await put('t.json', otlp(span('s1', 0, bare))))).toMatchObject({
      code: 'history-missing',
      message: 't.json holds 1 model call without messages: only models, times and tokens were recorded',
      hint: expect.stringContaining('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'),
    })
  })

  it('says where messages were not recorded, and shows what tools did', async () => {
    const path = await put(
      'trace.json',
      otlp(
        span('1', 1, { 'gen_ai.operation.name': 'chat' }),
        span('2', 2, {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'ls',
          'gen_ai.tool.call.id': 'a',
          'gen_ai.tool.call.arguments': '{"p":1}',
          'gen_ai.tool.call.result': 'A',
        }),
      ),
    )
    const task = await importTask(path)
    expect(task.messages.map(({ content }) => content)).toEqual([
      [{ type: 'tool_use', id: 'a', name: 'ls', input: { p: 1 } }],
      [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }],
    ])
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      'the messages of this conversation were not recorded, only what its tools did',
      'the messages of 1 model call were not recorded: the content of messages is an option of exporters',
    ])
  })

  it('keeps a call that failed, and ends where parents go in circles', async () => {
    const failed = { status: { code: 2, message: 'too long' } }
    const path = await put(
      'trace.json',
      otlp(
        span('1', 1, { ...chat([user('x')], []) }, { ...failed, parentSpanId: '2' }),
        span('2', 2, { 'gen_ai.operation.name': 'invoke_agent' }, { parentSpanId: '1' }),
        span('3', 3, chat([user('x')], [says('y')]), { parentSpanId: '3' }),
      ),
    )
    const task = await importTask(path)
    expect(task.usage.requests).toMatchObject([{ failureText: 'too long' }, {}])
    expect(wordsSentBy(task)).toEqual([['x'], ['x']])
  })

  it.each([
    [otlp(span('1', 1, chat([], []))), true],
    [otlp(span('1', 1, { 'http.method': 'GET' })), false],
    [{ traceId: 't', attributes: { 'gen_ai.system': 'x' } }, true],
    [{ traceId: 't', type: 'GENERATION' }, false],
    [{ 'gen_ai.system': 'x' }, false],
  ])('is known by what it holds: %#', (value, isOne) => {
    expect(otelGenAi.recognises(readFileHead('x.json', Buffer.from(JSON.stringify(value))))).toBe(isOne)
  })
})
