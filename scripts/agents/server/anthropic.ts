import { randomUUID } from 'node:crypto'
import { events, json, recordOf, recordsOf, textOf, type Answer, type Protocol } from './protocol.ts'

/** Anthropic's Messages, whole and in events. */
export const anthropic: Protocol = {
  isModelCall: (path) => path.endsWith('/v1/messages'),
  view(body) {
    const { messages, system, tools, stream } = recordOf(body)
    return {
      system: textOf(system),
      asked: textOf(recordsOf(messages).findLast(({ role }) => role === 'user')?.['content']),
      tools: recordsOf(tools).map(({ name }) => String(name)),
      isStreamed: stream === true,
    }
  },
  reply(answer, model, isStreamed) {
    const blocks = listBlocks(answer)
    const message = {
      // Claude Code writes a line a block, which belong together by this: another script begins to count anew.
      id: `msg_${randomUUID()}`,
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: answer.calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: buildUsage(answer),
    }
    if (!isStreamed) return json({ ...message, content: blocks.map(({ whole }) => whole) })
    return events(
      [
        {
          type: 'message_start',
          message: {
            ...message,
            stop_reason: null,
            content: [],
            usage: { ...message.usage, output_tokens: 1 },
          },
        },
        ...blocks.flatMap(({ start, delta }, index) => [
          { type: 'content_block_start', index, content_block: start },
          { type: 'content_block_delta', index, delta },
          { type: 'content_block_stop', index },
        ]),
        {
          type: 'message_delta',
          delta: { stop_reason: message.stop_reason, stop_sequence: null },
          usage: { output_tokens: answer.usage.output },
        },
        { type: 'message_stop' },
      ],
      { isNamed: true },
    )
  },
}

/** A block as it is sent whole, and as it is begun and filled in events. */
type Block = { readonly whole: object; readonly start: object; readonly delta: object }

function listBlocks({ text, thinking, calls }: Answer): readonly Block[] {
  return [
    ...(thinking === undefined
      ? []
      : [
          {
            whole: { type: 'thinking', thinking, signature: 'c2NyaXB0ZWQ=' },
            start: { type: 'thinking', thinking: '', signature: '' },
            delta: { type: 'thinking_delta', thinking },
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            whole: { type: 'text', text },
            start: { type: 'text', text: '' },
            delta: { type: 'text_delta', text },
          },
        ]),
    ...calls.map(({ id, name, input }) => ({
      whole: { type: 'tool_use', id, name, input },
      start: { type: 'tool_use', id, name, input: {} },
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    })),
  ]
}

/** What no cache held is written to one, as this agent asks for. */
function buildUsage({ usage: { input, cached, output } }: Answer): object {
  return {
    input_tokens: 0,
    cache_creation_input_tokens: input - cached,
    cache_read_input_tokens: cached,
    output_tokens: output,
  }
}
