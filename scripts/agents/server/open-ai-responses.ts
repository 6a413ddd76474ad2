import {
  events,
  json,
  recordOf,
  recordsOf,
  textOf,
  type Answer,
  type Protocol,
  type ToolCall,
} from './protocol.ts'

type Item = { readonly type: string; readonly [key: string]: unknown }

/** OpenAI's Responses. */
export const openAiResponses: Protocol = {
  isModelCall: (path) => path.endsWith('/responses'),
  view(body) {
    const { input, instructions, tools, stream } = recordOf(body)
    const of = (...roles: readonly string[]): readonly string[] =>
      recordsOf(input)
        .filter(({ role }) => roles.includes(String(role)))
        .map(({ content }) => textOf(content))
    return {
      system: [textOf(instructions), ...of('system', 'developer')].join('\n'),
      asked: of('user').at(-1) ?? '',
      tools: recordsOf(tools).map(({ name, type }) => String(name ?? type)),
      isStreamed: stream === true,
    }
  },
  reply(answer, model, isStreamed) {
    const output = itemsOf(answer)
    const response = { id: `resp_${answer.number}`, object: 'response', model, usage: usageOf(answer) }
    if (!isStreamed) return json({ ...response, status: 'completed', output })
    return events(
      [
        { type: 'response.created', response: { id: response.id, status: 'in_progress' } },
        ...output.flatMap(eventsOf),
        { type: 'response.completed', response: { ...response, status: 'completed', output } },
      ],
      { isNamed: true },
    )
  },
}

function itemsOf({ number, text, thinking, calls }: Answer): readonly Item[] {
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            type: 'reasoning',
            id: `rs_${number}`,
            summary: [{ type: 'summary_text', text: thinking }],
            encrypted_content: `gAAAAAscripted${number}`,
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            type: 'message',
            role: 'assistant',
            id: `msg_${number}`,
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(callOf),
  ]
}

function callOf({ id, name, input }: ToolCall): Item {
  const shared = { call_id: id, name, status: 'completed' }
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: `ctc_${id}`, ...shared, input }
    : { type: 'function_call', id: `fc_${id}`, ...shared, arguments: JSON.stringify(input) }
}

function eventsOf(item: Item, at: number): readonly object[] {
  const place = { output_index: at }
  const isMessage = item.type === 'message'
  return [
    { type: 'response.output_item.added', ...place, item: isMessage ? { ...item, content: [] } : item },
    ...(isMessage
      ? [
          {
            type: 'response.output_text.delta',
            ...place,
            item_id: item['id'],
            content_index: 0,
            delta: textOf(item['content']),
          },
        ]
      : []),
    { type: 'response.output_item.done', ...place, item },
  ]
}

function usageOf({ usage: { input, cached, output } }: Answer): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}
