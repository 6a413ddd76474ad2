import type { ContentBlock, Message } from '../../../src/shared/domain/message.ts'

/** An object of a caller's message, of which unknown fields are kept. */
export type Wire = Readonly<Record<string, unknown>>

/** The message shapes that are read and written back. */
export type Format = 'anthropic' | 'openai-chat'

/** Reads one message; writes one that changed, from the one it was made of where there is one. */
type Shape = {
  readonly read: (wire: Wire) => Message
  readonly write: (message: Message, from: Wire | null) => Wire
}

const asBlocks = (content: Message['content']): readonly ContentBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null

const wiresOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.filter(isWire) : [])

const anthropic: Shape = {
  // Messages of Anthropic are those of the engine, and loose: what is wrong with them is for `check` to say.
  read: (wire) => wire as Message,
  write: ({ role, content }, from) => ({ ...from, role, content }),
}

const openAiChat: Shape = {
  read: (wire) => {
    const { role, content, tool_calls: calls } = wire
    if (role === 'tool') {
      const block = { type: 'tool_result', tool_use_id: String(wire['tool_call_id']), content }
      return { role: 'user', content: [block] }
    }
    const parts: ContentBlock[] =
      typeof content === 'string'
        ? content === ''
          ? []
          : [{ type: 'text', text: content }]
        : wiresOf(content).map((part): ContentBlock => ({ ...part, type: String(part['type']) }))
    const uses = wiresOf(calls).map(readCall)
    const isInstruction = role === 'system' || role === 'developer'
    return {
      role: role === 'assistant' ? 'assistant' : 'user',
      content: [...parts, ...uses],
      ...(isInstruction ? { isBoilerplate: true } : {}),
    }
  },
  write: ({ role, content }, from) => {
    const blocks = asBlocks(content)
    const result = blocks.find(({ type }) => type === 'tool_result')
    if (result !== undefined) {
      if (blocks.length > 1)
        throw new TypeError(
          'A condensed message holds a tool result and more, which OpenAI chat cannot say in one message. Choose another preset.',
        )
      const base = from ?? { role: 'tool', tool_call_id: result['tool_use_id'] }
      return { ...base, content: result['content'] ?? '' }
    }
    const known = new Map(wiresOf(from?.['tool_calls']).map((call) => [call['id'], call]))
    const uses = blocks.filter(({ type }) => type === 'tool_use')
    const parts = blocks.filter(({ type }) => type !== 'tool_use')
    const { tool_calls: _, ...rest } = from ?? { role }
    const isText = !Array.isArray(from?.['content']) && parts.every(({ type }) => type === 'text')
    const text = parts.map((part) => String(part['text'])).join('\n\n')
    return {
      ...rest,
      content: isText ? (parts.length === 0 && uses.length > 0 ? null : text) : parts,
      ...(uses.length === 0 ? {} : { tool_calls: uses.map((use) => writeCall(use, known)) }),
    }
  },
}

function readCall(call: Wire): ContentBlock {
  const made = isWire(call['function']) ? call['function'] : {}
  return {
    type: 'tool_use',
    id: String(call['id']),
    name: String(made['name']),
    input: inputOf(made['arguments']),
  }
}

function inputOf(given: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(given))
    return value
  } catch {
    return given
  }
}

/** A call whose input did not change keeps its very text. */
function writeCall(use: ContentBlock, known: ReadonlyMap<unknown, Wire>): Wire {
  const old = known.get(use['id'])
  const text = JSON.stringify(use['input'])
  if (old !== undefined && JSON.stringify(readCall(old)['input']) === text) return old
  return { ...old, id: use['id'], type: 'function', function: { name: use['name'], arguments: text } }
}

/** Shapes by their format. */
export const shapes: Readonly<Record<Format, Shape>> = { anthropic, 'openai-chat': openAiChat }

/** Tells the format of messages; throws where none fits. */
export function formatOf(messages: readonly Wire[]): Format {
  messages.forEach((message, at) => {
    if (!isWire(message) || typeof message['role'] !== 'string')
      throw new TypeError(
        `messages[${at}] has no role, so its format cannot be told. Pass messages of Anthropic or OpenAI chat.`,
      )
    const odd = wiresOf(message['content']).find(({ type }) => /^tool-|^(?:in|out)put_/.test(String(type)))
    if (odd !== undefined)
      throw new TypeError(
        `messages[${at}] holds a part "${String(odd['type'])}", which is neither of Anthropic nor of OpenAI chat. Convert the messages first.`,
      )
  })
  const isChat = messages.some(
    ({ role, tool_calls: calls }) =>
      role === 'tool' || role === 'system' || role === 'developer' || calls !== undefined,
  )
  return isChat ? 'openai-chat' : 'anthropic'
}
