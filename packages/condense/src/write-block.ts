import { toToolResultBlock, toToolUseBlock } from '../../../src/main/kernel/history/blocks.ts'
import { selectFields, isFields } from '../../../src/main/methods/external/formats/format.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import { isSameJson } from '../../../src/shared/kernel/json-values.ts'
import type { ContentBlock, ToolResultBlock } from '../../../src/shared/kernel/message.ts'
import type { Cell } from './read-turns.ts'
import type { Format, OutputShape, WireMessage } from './types.ts'

/** How blocks are written. `leave` notes, in the plural, what a format has no place for. */
export type Write = {
  readonly format: Format
  readonly role: string
  /** Whether the engine's message is one text instead of blocks. */
  readonly isText: boolean
  readonly outputs: Readonly<Record<string, OutputShape>>
  readonly leave: (what: string) => void
}

/** A block as a part of content or a call: the very one that it was read from where it did not change. */
export function writePart(block: ContentBlock, cell: Cell | null, write: Write): readonly unknown[] {
  const { format } = write
  if (cell !== null && cell.place !== 'text' && isSameJson(cell.block, block)) return [cell.raw]
  if (format === 'anthropic') return [block]
  const raw = cell !== null && isFields(cell.raw) ? cell.raw : null
  if (raw !== null && block.type === 'text') return [{ ...raw, text: block['text'] }]
  if (raw !== null && cell?.place === 'call') return [withInput(raw, block)]
  const result = toToolResultBlock(block)
  if (raw !== null && result !== undefined) return [withOutput(raw, cell?.block, result, write)]
  return writeParts(block, write).map((part) =>
    raw === null || !isFields(part) ? part : { ...raw, ...part },
  )
}

/** A block that is all of an item: a call, what it gave, reasoning. */
export function writeItem(
  item: WireMessage,
  before: ContentBlock | undefined,
  block: ContentBlock,
  write: Write,
): readonly WireMessage[] {
  const { type } = item
  const result = toToolResultBlock(block)
  if (write.format === 'openai-chat' && result !== undefined)
    return [{ ...item, content: writeNestedContent(item['content'], before, result, write) }]
  const call = toToolUseBlock(block)
  if (call !== undefined && type === 'function_call')
    return [{ ...item, arguments: JSON.stringify(call.input ?? {}) }]
  if (call !== undefined && type === 'custom_tool_call')
    return [{ ...item, input: readTextInput(call.input) }]
  const isTextual =
    type === 'function_call_output' ||
    type === 'custom_tool_call_output' ||
    typeof item['output'] === 'string'
  if (result !== undefined && isTextual)
    return [{ ...item, output: writeNestedContent(item['output'], before, result, write) }]
  // Of other items only the vendor knows which shape they may have.
  write.leave(`changes of ${String(type)} items`)
  return [item]
}

/** A call of Chat with other input. */
function withInput(raw: WireMessage, block: ContentBlock): WireMessage {
  const input = toToolUseBlock(block)?.input
  const { function: made, custom } = raw
  if (isFields(custom)) return { ...raw, custom: { ...custom, input: readTextInput(input) } }
  return { ...raw, function: { ...(isFields(made) ? made : {}), arguments: JSON.stringify(input ?? {}) } }
}

function readTextInput(input: unknown): string {
  const own = isFields(input) && Object.keys(input).length === 1 ? input['input'] : undefined
  return typeof own === 'string' ? own : (JSON.stringify(input) ?? '')
}

/** A result of the AI SDK with other output. What was JSON is a text now: it says what stands in its place. */
function withOutput(
  raw: WireMessage,
  before: ContentBlock | undefined,
  result: ToolResultBlock,
  write: Write,
): WireMessage {
  const { output } = raw
  const { content = '', is_error } = result
  const shape = write.outputs[result.tool_use_id]
  if (shape !== undefined && typeof content === 'string')
    return { ...raw, output: reshapeOutput(shape, content) }
  const { type, value: was, ...rest } = isFields(output) ? output : {}
  if (typeof content !== 'string')
    return {
      ...raw,
      output: { ...rest, type: 'content', value: writeNestedContent(was, before, result, write) },
    }
  const isText = type === 'text' || type === 'error-text'
  const { reason: _, ...options } = rest
  return {
    ...raw,
    output: {
      ...options,
      type: isText ? type : is_error === true ? 'error-text' : 'text',
      value: content,
    },
  }
}

/** An output in the shape that it had in the source. */
function reshapeOutput({ kind, output }: OutputShape, text: string): unknown {
  return kind === 'json' ? { ...output, value: JSON.parse(text) } : output
}

/** The content of a result: what did not change are the parts that it was read from. */
function writeNestedContent(
  raw: unknown,
  before: ContentBlock | undefined,
  { content = '' }: ToolResultBlock,
  write: Write,
): unknown {
  if (typeof content === 'string') return content
  const parts = selectFields(raw)
  const old = before === undefined ? undefined : toToolResultBlock(before)?.content
  const blocks = typeof old === 'string' || old === undefined ? [] : old
  const left = new Map(blocks.map((block, at) => [block, parts[at]]))
  return content.flatMap((inner, at): readonly unknown[] => {
    const same = [...left.keys()].find((block) => isSameJson(block, inner))
    const was = same === undefined ? undefined : left.get(same)
    if (same !== undefined && was !== undefined) {
      left.delete(same)
      return [was]
    }
    const place = parts[at]
    if (inner.type === 'text' && typeof place?.['text'] === 'string')
      return [{ ...place, text: inner['text'] }]
    return writeNestedParts(inner, write)
  })
}

function writeParts(block: ContentBlock, { format, role, leave }: Write): readonly unknown[] {
  return armFormats[format].write([{ role, content: [block] }], leave).flatMap(({ item }) => {
    const { content, tool_calls: calls } = isFields(item) ? item : {}
    return Array.isArray(content) ? selectFields(content) : selectFields(calls)
  })
}

function writeNestedParts(inner: ContentBlock, { format, leave }: Write): readonly unknown[] {
  const content = [{ type: 'tool_result' as const, tool_use_id: 'id', content: [inner] }]
  return armFormats[format].write([{ role: 'user', content }], leave).flatMap(({ item }) => {
    const { content: own, output } = isFields(item) ? item : {}
    const [part] = selectFields(own)
    const value =
      format === 'ai-sdk' && isFields(part?.['output']) ? part['output']['value'] : (output ?? own)
    return selectFields(value)
  })
}
