import type { ContentBlock, Message } from '../../../../shared/domain/message.ts'
import { blocksOf } from '../../history/blocks.ts'
import type { Assembled } from './assemble.ts'

/** Fields whose text is counted, by type of block; blocks of other types are counted whole. */
const countedFields: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text'],
  thinking: ['type', 'thinking'],
  tool_use: ['type', 'name', 'input'],
  tool_result: ['type', 'content'],
  // What an image takes goes by its size in pixels.
  image: ['type', 'source'],
}

/** Ids, marks of caches and names of media are shorter. */
const longestLabel = 256

/**
 * Characters in the new messages of an arm that no token is counted for: long texts in ids and beside the fields of a
 * block. What the source holds in the same words, such as the signature of a thought, is no addition.
 */
export function hiddenCharacters(assembled: readonly Assembled[], source: readonly Message[]): number {
  const written = assembled.flatMap((one) => (one.kind === 'new' ? longIn(one.message) : []))
  if (written.length === 0) return 0
  const known = new Set(source.flatMap(longIn))
  return written.filter((text) => !known.has(text)).reduce((sum, { length }) => sum + length, 0)
}

function longIn(message: Message): readonly string[] {
  return typeof message.content === 'string' ? [] : blocksOf(message).flatMap(longInBlock)
}

function longInBlock(block: ContentBlock): readonly string[] {
  const counted = countedFields[block.type]
  if (counted === undefined) return []
  const nested = block.type === 'tool_result' && Array.isArray(block['content']) ? block['content'] : []
  return [
    ...Object.entries(block).flatMap(([field, value]) => (counted.includes(field) ? [] : longTexts(value))),
    ...nested.flatMap((own: unknown) => (isBlock(own) ? longInBlock(own) : [])),
    ...(block.type === 'image' ? longBeside(block['source']) : []),
  ]
}

/** Of the source of an image, what is neither its data nor its address. */
function longBeside(source: unknown): readonly string[] {
  if (typeof source !== 'object' || source === null) return []
  return Object.entries(source).flatMap(([field, value]) =>
    field === 'data' || field === 'url' ? [] : longTexts(value),
  )
}

function longTexts(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longestLabel ? [text] : []
}

function isBlock(value: unknown): value is ContentBlock {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
