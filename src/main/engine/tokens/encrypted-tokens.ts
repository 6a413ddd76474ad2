import type { ContentBlock } from '../../../shared/domain/message.ts'

/** Bytes around what is encrypted, and characters of a token. */
const envelope = { bytes: 650, perToken: 4 }

/** About what an encrypted block has for its model; undefined for one that can be read. */
export function encryptedTokens(block: ContentBlock): number | undefined {
  const { countedTokens } = block
  // By the count of the vendor that encrypted it.
  if (block.type === 'compaction' && typeof countedTokens === 'number') return countedTokens
  const isRead = [block['thinking'], block['text']].some((text) => typeof text === 'string' && text !== '')
  const data = block['encrypted_content'] ?? (block.type === 'redacted_thinking' ? block['data'] : undefined)
  if (isRead || typeof data !== 'string') return undefined
  return Math.max(0, Math.round(((data.length * 3) / 4 - envelope.bytes) / envelope.perToken))
}
