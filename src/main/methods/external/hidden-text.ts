import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { listBlocks, isThinking } from '../../kernel/history/blocks.ts'
import { isPlainPicture } from '../../kernel/tokens/count-image-tokens.ts'
import { estimateOpaqueTokens } from '../../kernel/tokens/estimate-opaque-tokens.ts'
import type { Assembled } from './assemble.ts'

/** Fields whose text is counted, by type of block; blocks of other types are counted whole. */
const countedFields: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text'],
  compaction: ['type', 'content'],
  tool_use: ['type', 'name', 'input'],
  tool_result: ['type', 'content'],
  // What an image takes goes by its size in pixels.
  image: ['type', 'source'],
}

function listCountedFields(block: ContentBlock): readonly string[] | undefined {
  if (block.type === 'compaction' && typeof block['content'] !== 'string') return undefined
  if (!isThinking(block)) return countedFields[block.type]
  const field = ['thinking', 'text'].find((name) => typeof block[name] === 'string')
  return field === undefined ? undefined : ['type', field]
}

/** Ids, marks of caches and names of media are shorter. */
const longestLabel = 256

/**
 * Characters in the new messages of an arm that no token is counted for: long texts in ids and beside the fields of a
 * block. What the source holds in the same words, such as the signature of a thought, is no addition.
 */
export function countHiddenCharacters(assembled: readonly Assembled[], source: readonly Message[]): number {
  const written = assembled.flatMap((one) => (one.kind === 'new' ? findLongTexts(one.message) : []))
  if (written.length === 0) return 0
  const known = new Set(source.flatMap(findLongTexts))
  return written.filter((text) => !known.has(text)).reduce((sum, { length }) => sum + length, 0)
}

/**
 * Types of the blocks that an arm added, although their tokens do not go by their text: files, encrypted blocks, and images
 * that are no plain pictures. What is in them is anybody's guess, so those of the source may stay and others are none.
 */
export function findAddedFiles(
  assembled: readonly Assembled[],
  source: readonly Message[],
): readonly string[] {
  const written = assembled.flatMap((one) => (one.kind === 'new' ? findFileBlocks(one.message) : []))
  const doubtful = written.filter((block) => !isPlainPicture(block) && !isSealed(block))
  if (doubtful.length === 0) return []
  const known = new Set([...labels, ...source.flatMap(findFileBlocks).flatMap(collectStrings)])
  return doubtful
    .filter((block) => collectStrings(block).some((text) => !known.has(text)))
    .map(({ type }) => type)
}

/** What formats and caches add to a block. */
const labels = ['reasoning', 'thinking', 'redacted_thinking', 'cache_control', 'ephemeral', 'ttl', '5m', '1h']

/**
 * A compaction that its vendor encrypted, with an id or the like beside it: no figure that reads has a value then. How many
 * tokens it has is ours to say.
 */
function isSealed({ type, encrypted_content: sealed, content = null, ...more }: ContentBlock): boolean {
  const isAlone = content === null && !('countedTokens' in more) && selectLongTexts(more).length === 0
  return type === 'compaction' && typeof sealed === 'string' && isAlone
}

/** Blocks of a message that are not counted by their letters, those within results among them. */
function findFileBlocks(message: Message): readonly ContentBlock[] {
  return listBlocks(message)
    .flatMap((block) => [block, ...listNestedBlocks(block)])
    .filter(isUnread)
}

function isUnread(block: ContentBlock): boolean {
  if (block.type === 'compaction' && typeof block['content'] === 'string') return false
  return block.type === 'image' || block['isUnsent'] === true || estimateOpaqueTokens(block) !== undefined
}

/** Names of fields and texts of a value, however deep. */
function collectStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, own]) => [
    ...(Array.isArray(value) ? [] : [field]),
    ...collectStrings(own),
  ])
}

function findLongTexts(message: Message): readonly string[] {
  return listBlocks(message).flatMap(findLongBlockTexts)
}

function findLongBlockTexts(block: ContentBlock): readonly string[] {
  const counted = listCountedFields(block)
  if (counted === undefined) return []
  return [
    ...Object.entries(block).flatMap(([field, value]) =>
      counted.includes(field) ? [] : selectLongTexts(value),
    ),
    ...listNestedBlocks(block).flatMap(findLongBlockTexts),
    ...(block.type === 'image' ? findLongSourceTexts(block['source']) : []),
  ]
}

function listNestedBlocks(block: ContentBlock): readonly ContentBlock[] {
  const nested = block.type === 'tool_result' && Array.isArray(block['content']) ? block['content'] : []
  return nested.filter(isBlock)
}

/** Of the source of an image, what is neither its data nor its address. */
function findLongSourceTexts(source: unknown): readonly string[] {
  if (typeof source !== 'object' || source === null) return []
  return Object.entries(source).flatMap(([field, value]) =>
    field === 'data' || field === 'url' ? [] : selectLongTexts(value),
  )
}

function selectLongTexts(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > longestLabel ? [text] : []
}

function isBlock(value: unknown): value is ContentBlock {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
