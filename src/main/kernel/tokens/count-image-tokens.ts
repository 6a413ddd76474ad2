import { imageSize } from 'image-size'
import type { ContentBlock } from '../../../shared/kernel/message.ts'

/** A global of Node and browsers alike, which the types of this layer leave out. */
declare function atob(base64: string): string

/** So many base64 characters are looked at: sizes stand at the beginning, but photos have a preview before theirs. */
const headCharacters = 2 ** 20

/** Vendors shrink what is longer than this, in pixels, before they look at it. */
const longestSide = 1568
const pixelsPerToken = 750
const mostTokens = 1600

/**
 * Tokens of an image block by its dimensions, as Anthropic counts them: width x height / 750 once it is shrunk to 1,568
 * pixels, at most 1,600. By its length in base64, as Roo estimates, where they cannot be read; 300 where it has no data.
 */
export function countImageTokens(block: ContentBlock): number {
  const data = findImageBase64(block)
  if (data === undefined) return estimateImageTokens(undefined)
  const size = readImageDimensions(data)
  if (size === null) return estimateImageTokens(data.length)
  const { width, height } = size
  const shrunk = Math.min(1, longestSide / Math.max(width, height))
  return Math.min(mostTokens, Math.ceil((width * height * shrunk ** 2) / pixelsPerToken))
}

/** Roo's estimate for an image: the square root of its base64 length, rounded up; 300 where there is no data. */
export function estimateImageTokens(base64Length: number | undefined): number {
  return base64Length === undefined ? 300 : Math.ceil(Math.sqrt(base64Length))
}

/** As a source of Anthropic, or beside the type; a data URL may stand around it. */
function findImageBase64(block: ContentBlock): string | undefined {
  const source = block['source']
  const data = typeof source === 'object' && source !== null && 'data' in source ? source.data : block['data']
  return typeof data === 'string' ? data.replace(/^data:[^,]*,/, '') : undefined
}

/** Kinds of pictures that the vendors take. */
const takenKinds: readonly (string | undefined)[] = ['png', 'jpg', 'gif', 'webp']
/** Of a pixel without any compression, and of what stands around all of them. */
const [mostBytesPerPixel, mostBytesAround] = [8, 4096]

/**
 * Whether an image block is what it is counted as: a picture in base64, of a kind that vendors take, with no more data than
 * its pixels can need. What else its file holds, no count knows of.
 */
export function isPlainPicture({ source }: ContentBlock): boolean {
  if (typeof source !== 'object' || source === null) return false
  const data = 'data' in source && 'type' in source && source.type === 'base64' ? source.data : null
  if (typeof data !== 'string') return false
  const size = readImageDimensions(data)
  if (size === null || !takenKinds.includes(size.type)) return false
  return (data.length * 3) / 4 <= size.width * size.height * mostBytesPerPixel + mostBytesAround
}

type Dimensions = { readonly width: number; readonly height: number; readonly type: string | undefined }

function readImageDimensions(data: string): Dimensions | null {
  try {
    const { width, height, type } = imageSize(decodeBase64(data.slice(0, headCharacters)))
    return width > 0 && height > 0 ? { width, height, type } : null
  } catch {
    // Of an unknown kind, damaged, or no base64 at all.
    return null
  }
}

/** Filled in place: images are looked at whenever their message is split, and an iterator takes twenty times as long. */
function decodeBase64(base64: string): Uint8Array {
  const signs = atob(base64)
  const bytes = new Uint8Array(signs.length)
  for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at)
  return bytes
}
