import { selectFields, isFields } from '../../../src/main/methods/external/formats/format.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import type { ContentBlock, Message } from '../../../src/shared/kernel/message.ts'
import { findWrittenMarks } from './find-written-marks.ts'
import { readMedia, toPlainJson } from './to-plain-json.ts'
import type { Format, WireMessage } from './types.ts'

/** Where a block stands in a message of the caller: its text, a part of its content, one of its calls, or all of it. */
export type Place = 'text' | 'part' | 'call' | 'item'

/** A block of the engine with what it was read from, so that what did not change is written as it was. */
export type Cell = {
  readonly block: ContentBlock
  readonly wire: WireMessage
  readonly raw: unknown
  readonly place: Place
}

/** Messages of the caller that are one message of the engine. */
export type Turn = {
  readonly message: Message
  readonly wires: readonly WireMessage[]
  readonly cells: readonly Cell[]
}

/** Messages of the caller as turns, behind those of the system at the beginning, which nothing is done to. */
export type Turns = { readonly system: readonly WireMessage[]; readonly turns: readonly Turn[] }

/** Reads messages. All items of one answer of OpenAI's Responses are one turn: reasoning and its call must not be parted. */
export function readTurns(messages: readonly WireMessage[], format: Format): Turns {
  const first = messages.findIndex((message) => !isInstruction(message))
  const start = first < 0 ? messages.length : first
  const groups: WireMessage[][] = []
  for (const wire of messages.slice(start)) {
    const last = groups.at(-1)
    const joins =
      format === 'openai-responses' && last?.[0] !== undefined && [last[0], wire].every(isPlainAnswer)
    if (joins) last.push(wire)
    else groups.push([wire])
  }
  return { system: messages.slice(0, start), turns: groups.map((wires) => readTurn(wires, format)) }
}

/** Reads messages of the caller as one turn. Messages of the system are read as what a program put in for the user. */
export function readTurn(wires: readonly WireMessage[], format: Format): Turn {
  const cells = wires.flatMap((wire) => readCells(wire, format))
  const [wire] = wires
  const [cell] = cells
  const isText = wires.length === 1 && typeof wire?.['content'] === 'string'
  const isPlain = isText && (cells.length === 0 || (cells.length === 1 && cell?.place === 'text'))
  const isAside =
    wire !== undefined &&
    (isInstruction(wire) ||
      (cells.length > 0 && cells.every(({ block }) => block.type === 'tool-approval-response')))
  // Agents mark their own messages, as summaries: the engine knows the marks of Anthropic's.
  const { content: _, ...marks } = format === 'anthropic' && wire !== undefined ? toPlainJson(wire) : {}
  const message: Message = {
    ...marks,
    ...findWrittenMarks(wire),
    role: wire === undefined ? 'user' : readRole(wire, format),
    content: isPlain ? String(wire['content']) : cells.map(({ block }) => block),
    ...(isAside ? { isBoilerplate: true } : {}),
  }
  return { message, wires, cells }
}

/** Whether a message is the system's or the developer's. */
export function isInstruction({ role }: WireMessage): boolean {
  return role === 'system' || role === 'developer'
}

/** Whether an item of Responses is all of it one block: a call, what it gave, reasoning. */
export function isItem({ type, role }: WireMessage, format: Format): boolean {
  if (format === 'openai-responses') return type !== 'message' && type !== undefined
  return format === 'openai-chat' && role === 'tool'
}

function readRole(wire: WireMessage, format: Format): string {
  if (format === 'openai-responses' && isItem(wire, format)) return isAnswer(wire) ? 'assistant' : 'user'
  const { role } = wire
  return isInstruction(wire) || role === 'tool' ? 'user' : String(role)
}

/** Whether an item of Responses is the model's. */
function isAnswer({ type, role }: WireMessage): boolean {
  return typeof role === 'string' ? role === 'assistant' : !String(type).endsWith('_output')
}

/** Whether an item is the model's and no summary, which stays a turn of its own. */
const isPlainAnswer = (wire: WireMessage): boolean => isAnswer(wire) && findWrittenMarks(wire) === undefined

function readCells(wire: WireMessage, format: Format): readonly Cell[] {
  if (isItem(wire, format)) return [{ block: readItem(wire, format), wire, raw: wire, place: 'item' }]
  const { content } = wire
  const texts: Cell[] =
    typeof content === 'string' && content !== ''
      ? [{ block: { type: 'text', text: content }, wire, raw: content, place: 'text' }]
      : []
  const parts = selectFields(content).map((raw): Cell => ({
    block: readPart(raw, wire, format),
    wire,
    raw,
    place: 'part',
  }))
  const calls = format === 'openai-chat' ? selectFields(wire['tool_calls']) : []
  return [
    ...texts,
    ...parts,
    ...calls.map((raw): Cell => ({ block: readCall(raw), wire, raw, place: 'call' })),
  ]
}

function readPart(part: WireMessage, wire: WireMessage, format: Format): ContentBlock {
  // Blocks of Anthropic are those of the engine, and loose: what is wrong with them is for the rules to say.
  if (format === 'anthropic') return toPlainJson(part) as ContentBlock
  const type = String(part['type'])
  if (format === 'ai-sdk') {
    // What a vendor's server called and answered by itself has no result to be waited for.
    const isVendors = part['providerExecuted'] === true || (type === 'tool-result' && wire.role !== 'tool')
    if (isVendors) return { ...toPlainJson(part), type: `provider-${type}` }
    if (type === 'image' || type === 'file') return readMedia(part)
    if (type === 'tool-result') return readResult(part)
  }
  const own = format === 'openai-responses' ? { type: 'message' } : {}
  return (
    readFirstBlock(format, { ...own, role: 'user', content: [toPlainJson(part)] }) ??
    buildOpaqueBlock(part, type)
  )
}

/** A call of Chat; one of a tool that takes a text has no arguments. */
function readCall(call: WireMessage): ContentBlock {
  const { custom } = call
  if (call['type'] === 'custom' && isFields(custom))
    return {
      type: 'tool_use',
      id: String(call['id']),
      name: String(custom['name']),
      input: { input: custom['input'] },
    }
  return (
    readFirstBlock('openai-chat', { role: 'assistant', tool_calls: [call] }) ?? buildOpaqueBlock(call, 'call')
  )
}

/** Outputs of the AI SDK other than texts and lists are read as the JSON that the model is told. */
function readResult(part: WireMessage): ContentBlock {
  const { output } = part
  const isDenied = isFields(output) && output['type'] === 'execution-denied'
  const told = isDenied
    ? { type: 'error-text', value: output['reason'] ?? 'Tool execution denied.' }
    : toPlainJson(output)
  return (
    readFirstBlock('ai-sdk', { role: 'tool', content: [{ ...part, output: told }] }) ??
    buildOpaqueBlock(part, 'result')
  )
}

/** Calls of every kind with their outputs; whatever else an item is stays as it is. */
function readItem(item: WireMessage, format: Format): ContentBlock {
  const { type, call_id: id } = item
  const name = String(type)
  if (typeof id !== 'string' || /^function_call(?:_output)?$/.test(name))
    return readFirstBlock(format, item) ?? buildOpaqueBlock(item, name)
  if (name === 'custom_tool_call')
    return { type: 'tool_use', id, name: String(item['name']), input: { input: item['input'] } }
  if (name.endsWith('_call_output')) {
    const { output } = item
    return name === 'custom_tool_call_output' || typeof output === 'string'
      ? (readFirstBlock(format, { ...item, type: 'function_call_output' }) ?? buildOpaqueBlock(item, name))
      : { type: 'tool_result', tool_use_id: id, content: [buildOpaqueBlock({ output }, `${name}_content`)] }
  }
  if (!name.endsWith('_call')) return buildOpaqueBlock(item, name)
  const { id: _own, call_id: _id, type: _type, status: _status, ...input } = item
  return { type: 'tool_use', id, name, input: toPlainJson(input) }
}

function readFirstBlock(format: Format, item: WireMessage): ContentBlock | undefined {
  const { content } = armFormats[format].read(item).message
  return typeof content === 'string' ? { type: 'text', text: content } : content[0]
}

const buildOpaqueBlock = (fields: WireMessage, type: string): ContentBlock => ({
  ...toPlainJson(fields),
  type,
})
