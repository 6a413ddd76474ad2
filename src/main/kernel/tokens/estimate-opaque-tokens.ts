import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { countImageTokens } from './count-image-tokens.ts'

/** A global of Node and browsers alike, which the types of this layer leave out. */
declare function atob(base64: string): string

/** Tokens of a page of a PDF: the middle of the 1,500 to 3,000 that Anthropic names for its text. */
const tokensPerPage = 2250
/** More pages than this nobody sends; a file that names more is damaged. */
const mostPages = 1000

/** What was counted: a large file is looked through once. */
const known = new WeakMap<ContentBlock, number | undefined>()

/**
 * About the tokens of a block that no model reads letter by letter: of an encrypted one by its length, of a file in base64
 * by the pages of a PDF, else as those of an image. Undefined for any other block.
 */
export function estimateOpaqueTokens(block: ContentBlock): number | undefined {
  return estimateEncryptedTokens(block) ?? estimateFileTokens(block)
}

/** Bytes around what is encrypted, and characters of a token. */
const envelope = { bytes: 650, perToken: 4 }

/** About what an encrypted block has for its model; undefined for one that can be read. */
function estimateEncryptedTokens(block: ContentBlock): number | undefined {
  const { countedTokens } = block
  // By the count of the vendor that encrypted it.
  if (block.type === 'compaction' && typeof countedTokens === 'number') return countedTokens
  const isRead = [block['thinking'], block['text']].some((text) => typeof text === 'string' && text !== '')
  const data = block['encrypted_content'] ?? findSealedContent(block)
  if (isRead || typeof data !== 'string') return undefined
  return Math.max(0, Math.round(((data.length * 3) / 4 - envelope.bytes) / envelope.perToken))
}

/** Where Anthropic puts what it encrypts. */
function findSealedContent({ type, data, signature }: ContentBlock): unknown {
  if (type === 'redacted_thinking') return data
  return type === 'thinking' ? signature : undefined
}

function estimateFileTokens(block: ContentBlock): number | undefined {
  if (known.has(block)) return known.get(block)
  const data = findFileBase64(block)?.replace(/^data:[^,]{0,200},/, '') ?? null
  const tokens = data === null ? undefined : estimateDataTokens(data)
  known.set(block, tokens)
  return tokens
}

function estimateDataTokens(data: string): number {
  const pages = data.startsWith('JVBER') ? countPdfPages(data) : 0
  return pages > 0 ? pages * tokensPerPage : countImageTokens({ type: 'image', data })
}

/** Pages that a PDF lists, else as many as it says to have; 0 where all of that is compressed. */
function countPdfPages(data: string): number {
  try {
    const text = atob(data)
    const listed = text.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
    const said =
      /\/Linearized[^>]{0,200}\/N\s+(\d{1,9})/.exec(text) ??
      /\/Pages\b(?:(?!\/Pages)[^>]){0,500}\/Count\s+(\d{1,9})/.exec(text)
    return Math.min(mostPages, listed > 0 ? listed : Number(said?.[1] ?? 0))
  } catch {
    return 0
  }
}

/** Whether a block is a picture by its address, whatever its vendor calls it. */
export function holdsImageUrl(block: ContentBlock): boolean {
  return findFileBase64(block)?.startsWith('data:image/') === true
}

/** Where vendors and agents put a file: as a source, in an object named for its kind, or beside its type. */
function findFileBase64(block: ContentBlock): string | null {
  const { source, type } = block
  const inner = block[type]
  const places: readonly (readonly [unknown, string])[] = [
    [source, 'data'],
    [inner, 'file_data'],
    [inner, 'data'],
    [inner, 'url'],
    [block['image_url'], 'url'],
    [block['imageUrl'], 'url'],
    [block, 'image_url'],
    [block, 'file_data'],
    [block, 'data'],
    [block, 'url'],
  ]
  for (const [holder, key] of places) {
    const value = typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined
    if (typeof value === 'string' && value.length >= leastLength && isBase64(value)) return value
  }
  return null
}

/** Less is a text, or costs little either way. */
const leastLength = 256
/** So much of a value shows what it is. */
const looked = 4096

function isBase64(value: string): boolean {
  const head = value.slice(0, looked)
  return /^data:[^,]{0,200};base64,/.test(head) || /^[A-Za-z0-9+/\r\n]+(?:={1,2}[\r\n]*)?$/.test(head)
}
