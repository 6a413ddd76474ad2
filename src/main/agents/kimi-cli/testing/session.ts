/** The text of a file with one record a line. */
export const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
/** The instructions of a session. */
export const prompt = { role: '_system_prompt', content: 'The current working directory is `/work/p`. So.' }
/** A place that can be gone back to. */
export const checkpoint = (id: number) => ({ role: '_checkpoint', id })
/** How many tokens the history has by now. */
export const size = (count: number) => ({ role: '_usage', token_count: count })
/** What the person said, or the agent in their place. */
export const user = (content: unknown) => ({ role: 'user', content })
/** An answer, with calls by their ids. */
export const says = (content: unknown, ...calls: readonly string[]) => ({
  role: 'assistant',
  content,
  ...(calls.length === 0 ? {} : { tool_calls: calls.map(buildToolCall) }),
})
/** A call of a tool. */
export const buildToolCall = (id: string) => ({
  type: 'function',
  id,
  function: { name: 'Shell', arguments: '{"command":"ls"}' },
})
/** The result of a call. */
export const result = (id: string, content: unknown) => ({ role: 'tool', content, tool_call_id: id })
/** A part of a content. */
export const text = (words: string) => ({ type: 'text', text: words })
/** What stands for messages that were compacted. */
export const summary = user([
  text('<system>Previous context has been compacted. Here is the compaction output:</system>'),
  text('All of it'),
])
/** The words of that. */
export const summaryWords =
  '<system>Previous context has been compacted. Here is the compaction output:</system>+All of it'

/** The beginning of a session, up to its first answer. */
export const start = [prompt, checkpoint(0), user('Fix it'), checkpoint(1)]
/** An answer with two calls, of which the second fails. */
export const first = [
  size(100),
  says([{ type: 'think', think: 'hm', encrypted: 'sig' }, text('Looking')], 'Shell:0', 'Shell:1'),
  size(120),
  result('Shell:0', [text('<system>Done.</system>'), text('a.ts')]),
  result('Shell:1', '<system>ERROR: no such file</system>'),
]
/** A session of two answers. */
export const whole = [...start, ...first, checkpoint(2), size(150), says('Done'), size(160)]

/** A log of events, each with its time in seconds. */
export const wire = (...events: readonly (readonly [number, string, unknown])[]): unknown[] => [
  { type: 'metadata', protocol_version: '1.9' },
  ...events.map(([timestamp, type, payload]) => ({ timestamp, message: { type, payload } })),
]
/** What a model call used, 10 tokens of its input uncached. */
export const used = (id: string, output: number) => ({
  token_usage: { input_other: 10, output, input_cache_read: 80, input_cache_creation: 5 },
  message_id: id,
})
/** The events of three calls, of which the second is broken off and the third is sent twice. */
export const log = wire(
  [1, 'TurnBegin', { user_input: 'Fix it' }],
  [2, 'StepBegin', { n: 1 }],
  [3, 'ContentPart', { type: 'think', think: 'hm' }],
  [3, 'ContentPart', { type: 'text', text: 'Looking' }],
  [3, 'ToolCall', buildToolCall('Shell:0')],
  [3, 'ToolCall', buildToolCall('Shell:1')],
  [4, 'StatusUpdate', used('m1', 20)],
  [5.5, 'ToolResult', { tool_call_id: 'Shell:0', return_value: { is_error: false } }],
  [6, 'StepBegin', { n: 2 }],
  [7, 'ToolCall', buildToolCall('Shell:2')],
  [8, 'StatusUpdate', used('m2', 7)],
  [9, 'StepInterrupted', {}],
  [10, 'TurnBegin', { user_input: 'go on' }],
  [11, 'StepBegin', { n: 1 }],
  [11, 'ContentPart', { type: 'text', text: 'Lost' }],
  [11, 'ToolCall', buildToolCall('Lost:0')],
  [11, 'StepRetry', { n: 1, next_attempt: 2 }],
  [12, 'ContentPart', { type: 'text', text: 'Done' }],
  [13, 'StatusUpdate', used('m3', 9)],
)
