import type { ContentBlock, Message } from '../../../src/shared/domain/message.ts'
import { blocksOf } from '../../../src/main/engine/history/blocks.ts'
import { armFormats } from '../../../src/main/engine/providers/external/formats/formats.ts'
import {
  argumentsOf,
  fieldsIn,
  isFields,
  type ReadPiece,
} from '../../../src/main/engine/providers/external/formats/format.ts'
import type { Format, WireMessage } from './types.ts'

/** Messages of the caller that are one message of the engine. */
export type Turn = { readonly message: Message; readonly wires: readonly WireMessage[] }

/** Messages of the caller as turns, behind those of the system at the beginning. */
export type Turns = { readonly system: readonly WireMessage[]; readonly turns: readonly Turn[] }

/** Reads messages. All items of one answer of OpenAI's Responses are one turn: reasoning and its call must not be parted. */
export function readTurns(messages: readonly WireMessage[], format: Format): Turns {
  const first = messages.findIndex((message) => !isInstruction(message))
  const start = first < 0 ? messages.length : first
  const turns: Turn[] = []
  for (const wire of messages.slice(start)) {
    const { message, joins } = readWire(wire, format)
    const last = turns.at(-1)
    if (last !== undefined && joins && message.role === 'assistant' && last.message.role === 'assistant') {
      const content = [...asBlocks(last.message), ...asBlocks(message)]
      turns[turns.length - 1] = { message: { role: 'assistant', content }, wires: [...last.wires, wire] }
    } else turns.push({ message, wires: [wire] })
  }
  return { system: messages.slice(0, start), turns }
}

/** What the messages of a result are made of: the source, and which of its turns each came from. */
export type Origin = {
  readonly turns: readonly Turn[]
  readonly sources: readonly (readonly number[])[]
  readonly format: Format
  readonly leave: (what: string) => void
}

/**
 * Writes messages of the engine, each as the messages of its turn. What did not change are the very objects of the caller; of
 * what did, fields that the engine does not know come from where it was read.
 */
export function writeTurns(
  messages: readonly Message[],
  { turns, sources, format, leave }: Origin,
): readonly (readonly WireMessage[])[] {
  const own = messages.map((_, at) => (sources[at] ?? []).flatMap((source) => turns[source] ?? []))
  const isKept = messages.map((message, at) => {
    const [only, ...more] = own[at] ?? []
    return only !== undefined && more.length === 0 && isSame(only.message, message)
  })
  const items = armFormats[format].write(messages, (what) => leave(what))
  const bySource = Map.groupBy(items, ({ source }) => source)
  return messages.map((_, at) => {
    const wires = (own[at] ?? []).flatMap((turn) => turn.wires)
    if (isKept[at] === true) return wires
    const left = new Set(wires)
    return (bySource.get(at) ?? []).flatMap(({ item }) => (isFields(item) ? [restored(item, left)] : []))
  })
}

function readWire(wire: WireMessage, format: Format): ReadPiece {
  // Messages of Anthropic are those of the engine, and loose: what is wrong with them is for the rules to say.
  if (format === 'anthropic') return { message: wire as Message, joins: false }
  if (isInstruction(wire)) {
    const { message } = armFormats[format].read({ ...wire, role: 'user' })
    return { message: { ...message, isBoilerplate: true }, joins: false }
  }
  const { type, call_id: id } = wire
  const block = customBlock(wire)
  if (block === null) return armFormats[format].read(wire)
  const role = type === 'custom_tool_call' && id !== undefined ? 'assistant' : 'user'
  return { message: { role, content: [block] }, joins: true }
}

/** Calls of tools that take a text, and what they gave. */
function customBlock({ type, call_id: id, name, input, output }: WireMessage): ContentBlock | null {
  if (type === 'custom_tool_call')
    return { type: 'tool_use', id: String(id), name: String(name), input: { input } }
  if (type !== 'custom_tool_call_output') return null
  return { type: 'tool_result', tool_use_id: String(id), content: textOf(output) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A written item with the fields of the one that it was read from, which is taken out of those that are left. */
function restored(item: WireMessage, left: Set<WireMessage>): WireMessage {
  const key = keyOf(item)
  const before = [...left].find((wire) => keyOf(wire) === key)
  if (before === undefined) return simplest(item)
  left.delete(before)
  if (String(before['type']).startsWith('custom_'))
    return 'output' in item ? { ...before, output: item['output'] } : before
  const { content, tool_calls: calls, arguments: args } = item
  const isText = typeof before['content'] === 'string'
  return {
    ...before,
    ...item,
    // The role of an instruction was read as the user's.
    ...(isInstruction(before) ? { role: before['role'] } : {}),
    ...(Array.isArray(content)
      ? {
          content: isText
            ? joinedText(content)
            : content.map((part) => restoredPart(part, before['content'])),
        }
      : {}),
    ...(Array.isArray(calls)
      ? { tool_calls: fieldsIn(calls).map((call) => restoredCall(call, before)) }
      : {}),
    ...(args !== undefined && isSame(argumentsOf(args), argumentsOf(before['arguments']))
      ? { arguments: before['arguments'] }
      : {}),
  }
}

/** What an item is, so that the one that it was read from can be found. */
function keyOf({ type, role, tool_call_id: toolCallId, call_id: callId, ...item }: WireMessage): string {
  const id = toolCallId ?? callId
  if (id !== undefined)
    return `${/output$/.test(String(type)) || role === 'tool' ? 'result' : 'call'} ${String(id)}`
  if (type === 'reasoning') return `reasoning ${textOf(item['encrypted_content'] ?? item['summary'])}`
  const side = role === 'assistant' || role === 'tool' ? role : 'user'
  return typeof role === 'string' ? side : String(type)
}

/** Texts as one text, which every format takes. */
function simplest(item: WireMessage): WireMessage {
  const { content } = item
  const isText = Array.isArray(content) && content.length > 0 && fieldsIn(content).every(isTextPart)
  return isText && item['role'] !== 'tool' ? { ...item, content: joinedText(content) } : item
}

const isTextPart = ({ type }: WireMessage): boolean => /^(?:(?:in|out)put_)?text$/.test(String(type))

function joinedText(parts: readonly unknown[]): unknown {
  const texts = fieldsIn(parts)
  return texts.every(isTextPart) ? texts.map(({ text }) => String(text)).join('\n\n') : parts
}

/** A part with what the one of the same call or the same text had besides. */
function restoredPart(part: unknown, before: unknown): unknown {
  if (!isFields(part)) return part
  const same = fieldsIn(before).find(
    (one) =>
      one['type'] === part['type'] &&
      (part['toolCallId'] === undefined
        ? isSame(one['text'], part['text']) && isSame(one['image'], part['image'])
        : one['toolCallId'] === part['toolCallId']),
  )
  return same === undefined ? part : { ...same, ...part }
}

/** A call whose arguments did not change keeps their very text. */
function restoredCall(call: WireMessage, before: WireMessage): WireMessage {
  const old = fieldsIn(before['tool_calls']).find(({ id }) => id === call['id'])
  const [made, was] = [call['function'], old?.['function']]
  if (!isFields(made) || !isFields(was)) return { ...old, ...call }
  const isKept = isSame(argumentsOf(made['arguments']), argumentsOf(was['arguments']))
  return {
    ...old,
    ...call,
    function: { ...was, ...made, ...(isKept ? { arguments: was['arguments'] } : {}) },
  }
}

function isInstruction({ role }: WireMessage): boolean {
  return role === 'system' || role === 'developer'
}

function asBlocks(message: Message): readonly ContentBlock[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : blocksOf(message)
}

/** Whether two values of JSON are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
