import { toToolResultBlock, toToolUseBlock } from '../../../src/main/kernel/history/blocks.ts'
import { selectFields, isFields } from '../../../src/main/methods/external/formats/format.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import { isSameJson } from '../../../src/shared/kernel/json-values.ts'
import type { ContentBlock, Message } from '../../../src/shared/kernel/message.ts'
import { isInstruction, isItem, type Cell, type Turn } from './read-turns.ts'
import type { Format, OutputShape, WireMessage } from './types.ts'
import { writeItem, writePart, type Write } from './write-block.ts'

/** What the messages of a result are made of: the source, and which of its turns each came from. */
export type Origin = {
  readonly turns: readonly Turn[]
  readonly sources: readonly (readonly number[])[]
  readonly format: Format
  /** Shapes that outputs are given back in, by the id of their call. */
  readonly outputs: Readonly<Record<string, OutputShape>>
  readonly leave: (what: string) => void
}

/**
 * Writes messages of the engine, each as the messages of its turn. Messages and parts that did not change are the very
 * objects of the caller; of a part that did, fields that the engine does not know come from what it was read from.
 */
export function writeTurns(
  messages: readonly Message[],
  { turns, sources, format, outputs, leave }: Origin,
): readonly (readonly WireMessage[])[] {
  return messages.map((message, at) => {
    const own = (sources[at] ?? []).flatMap((source) => turns[source] ?? [])
    const [only, ...more] = own
    if (only !== undefined && more.length === 0 && isSameContent(only.message, message)) return only.wires
    const isText = typeof message.content === 'string'
    const write: Write = { format, role: message.role, isText, outputs, leave }
    const blocks = readBlocks(message)
    const pool = own.filter((turn) => turn.message.role === message.role).flatMap(({ cells }) => cells)
    return groupBlocks(blocks, align(blocks, pool, own.length === 1), format).flatMap((group) =>
      writeGroup(group, pool, write),
    )
  })
}

function isSameContent(one: Message, other: Message): boolean {
  return one === other || (one.role === other.role && isSameJson(one.content, other.content))
}

function readBlocks({ content }: Message): readonly ContentBlock[] {
  if (typeof content !== 'string') return content
  return content === '' ? [] : [{ type: 'text', text: content }]
}

/**
 * Finds for each block what it was read from: the same block, the call or result of the same id, or, in a turn that came
 * from one alone, the block of its kind that stood in its place. Null for what is new.
 */
function align(
  blocks: readonly ContentBlock[],
  pool: readonly Cell[],
  isOne: boolean,
): readonly (Cell | null)[] {
  const left = new Set(pool)
  const take = (is: (cell: Cell) => boolean): Cell | null => {
    for (const cell of left)
      if (is(cell)) {
        left.delete(cell)
        return cell
      }
    return null
  }
  const found = blocks.map((block) => take((cell) => isSameJson(cell.block, block)))
  blocks.forEach((block, at) => {
    const id = readBlockId(block)
    if (found[at] === null && id !== undefined) found[at] = take((cell) => readBlockId(cell.block) === id)
  })
  if (!isOne) return found
  const place = new Map(pool.map((cell, at) => [cell, at]))
  let from = -1
  blocks.forEach((block, at) => {
    const next = found.slice(at + 1).find((cell) => cell !== null)
    const to = next == null ? pool.length : (place.get(next) ?? pool.length)
    found[at] ??= take((cell) => {
      const index = place.get(cell) ?? -1
      return cell.block.type === block.type && readBlockId(block) === undefined && index > from && index < to
    })
    const cell = found[at]
    from = Math.max(from, cell == null ? from : (place.get(cell) ?? from))
  })
  return found
}

function readBlockId(block: ContentBlock): string | undefined {
  const call = toToolUseBlock(block)?.id
  const result = toToolResultBlock(block)?.tool_use_id
  return call !== undefined ? `call ${call}` : result === undefined ? undefined : `result ${result}`
}

type Entry = { readonly block: ContentBlock; readonly cell: Cell | null }
/** Blocks that go into one message of the caller; `wire` is the one that it is made from, null for a new one. */
type Group = { readonly wire: WireMessage | null; readonly entries: Entry[] }

function groupBlocks(
  blocks: readonly ContentBlock[],
  cells: readonly (Cell | null)[],
  format: Format,
): readonly Group[] {
  const groups: Group[] = []
  const used = new Set<WireMessage>()
  blocks.forEach((block, at) => {
    const cell = cells[at] ?? null
    const last = groups.at(-1)
    const isLast =
      last !== undefined && (cell === null ? canTakeBlock(last.wire, block, format) : last.wire === cell.wire)
    if (isLast) return last.entries.push({ block, cell })
    // A message that something stands between is not written twice.
    const wire = cell === null || used.has(cell.wire) ? null : cell.wire
    if (wire !== null) used.add(wire)
    return groups.push({ wire, entries: [{ block, cell: wire === null ? null : cell }] })
  })
  return groups
}

/** Whether a message of the caller has a place for a block that it did not have. */
function canTakeBlock(wire: WireMessage | null, { type }: ContentBlock, format: Format): boolean {
  if (wire === null || format === 'anthropic') return true
  if (isItem(wire, format) || isInstruction(wire)) return false
  const isResult = type === 'tool_result'
  if (format === 'ai-sdk') return (wire.role === 'tool') === isResult
  const isCall = type === 'tool_use'
  return !isResult && (!isCall || (format === 'openai-chat' && wire.role === 'assistant'))
}

function writeGroup({ wire, entries }: Group, pool: readonly Cell[], write: Write): readonly WireMessage[] {
  if (wire === null) return writeNew(entries, write)
  const before = pool.filter((cell) => cell.wire === wire)
  const isWhole =
    before.length === entries.length &&
    entries.every(({ block, cell }, at) => cell === before[at] && isSameJson(cell?.block, block))
  if (isWhole) return [wire]
  if (isItem(wire, write.format))
    return entries.flatMap(({ block }) => writeItem(wire, before[0]?.block, block, write))
  const isCall = ({ block, cell }: Entry): boolean =>
    write.format === 'openai-chat' && (cell === null ? block.type === 'tool_use' : cell.place === 'call')
  const calls = entries.filter(isCall).flatMap(({ block, cell }) => writePart(block, cell, write))
  const inside = entries.filter((entry) => !isCall(entry))
  const { tool_calls: _, ...rest } = wire
  const content = writeContent(wire, inside, write)
  if (calls.length === 0 && (content === null || content.length === 0)) return []
  return [{ ...rest, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
}

/** Content as it was written: a text stays a text, and what a message that only calls had instead of one stays too. */
function writeContent(
  wire: WireMessage,
  entries: readonly Entry[],
  write: Write,
): string | readonly unknown[] | null {
  const { content } = wire
  const [entry] = entries
  const isText = entries.length === 1 && entry?.block.type === 'text'
  if (isText && (write.isText || typeof content === 'string') && entry !== undefined)
    return String(entry.block['text'])
  if (entries.length > 0) return entries.flatMap(({ block, cell }) => writePart(block, cell, write))
  return content === '' ? '' : write.format === 'openai-chat' ? null : []
}

/** A message that the caller did not have. Texts are written as one text, which every format but Anthropic's reads so. */
function writeNew(entries: readonly Entry[], { format, role, isText, leave }: Write): readonly WireMessage[] {
  const blocks = entries.map(({ block }) => block)
  const [first] = blocks
  const content = isText && first !== undefined ? String(first['text']) : blocks
  return armFormats[format].write([{ role, content }], leave).flatMap(({ item }) => {
    if (!isFields(item)) return []
    const parts = selectFields(item['content'])
    const isTextual =
      parts.length > 0 && parts.every(({ type }) => /^(?:(?:in|out)put_)?text$/.test(String(type)))
    if (format === 'anthropic' || !isTextual) return [item]
    return [{ ...item, content: parts.map(({ text }) => String(text)).join('\n\n') }]
  })
}
