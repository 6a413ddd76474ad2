import {
  events,
  json,
  recordOf,
  recordsOf,
  textOf,
  type Answer,
  type Protocol,
  type Reply,
} from './protocol.ts'

/** OpenAI's Chat Completions. */
export const openAiChat: Protocol = {
  isModelCall: (path) => path.endsWith('/chat/completions'),
  view(body) {
    const { messages, tools, stream } = recordOf(body)
    const of = (...roles: readonly string[]): readonly string[] =>
      recordsOf(messages)
        .filter(({ role }) => roles.includes(String(role)))
        .map(({ content }) => textOf(content))
    return {
      system: of('system', 'developer').join('\n'),
      asked: of('user').at(-1) ?? '',
      tools: recordsOf(tools).map((tool) => String(recordOf(tool['function'])['name'])),
      isStreamed: stream === true,
    }
  },
  reply: (answer, model, isStreamed) => (isStreamed ? streamed(answer, model) : whole(answer, model)),
}

function whole(answer: Answer, model: string): Reply {
  const message = {
    role: 'assistant',
    content: answer.text === '' ? null : answer.text,
    ...(answer.thinking === undefined ? {} : { reasoning_content: answer.thinking }),
    ...(answer.calls.length === 0 ? {} : { tool_calls: callsOf(answer) }),
  }
  return json({
    ...headOf(answer, model),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: endOf(answer) }],
    usage: usageOf(answer),
  })
}

function streamed(answer: Answer, model: string): Reply {
  const deltas = [
    { role: 'assistant', content: '' },
    ...(answer.thinking === undefined ? [] : [{ reasoning_content: answer.thinking }]),
    ...(answer.text === '' ? [] : [{ content: answer.text }]),
    ...callsOf(answer).map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ]
  const chunk = (choices: readonly unknown[], more = {}): unknown => ({
    ...headOf(answer, model),
    object: 'chat.completion.chunk',
    choices,
    ...more,
  })
  return events(
    [
      ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
      chunk([{ index: 0, delta: {}, finish_reason: endOf(answer) }]),
      chunk([], { usage: usageOf(answer) }),
    ],
    { end: 'data: [DONE]\n\n' },
  )
}

function headOf({ number }: Answer, model: string): object {
  return { id: `chatcmpl-${number}`, created: Math.floor(Date.now() / 1000), model }
}

function callsOf({ calls }: Answer): readonly object[] {
  return calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
}

function endOf({ calls }: Answer): string {
  return calls.length === 0 ? 'stop' : 'tool_calls'
}

function usageOf({ usage: { input, cached, output } }: Answer): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}
