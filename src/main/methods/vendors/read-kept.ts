import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { vendorChange } from '../../../shared/kernel/words/vendor-compaction.ts'
import { pickPartLocator } from '../../kernel/apply-edits.ts'
import type { Compacted } from '../../kernel/compaction.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { toTextBlock, listBlocks } from '../../kernel/history/blocks.ts'
import { nameCompaction, passId } from './settings.ts'

/** A message of a result with where it came from. */
export type Entry = { readonly message: Message; readonly provenance: MessageProvenance }

/** User messages of an answer: those of the history that it gives back, and how many others it has. */
export type Kept = {
  readonly entries: readonly Entry[]
  /** User messages of the history whose words came back. */
  readonly kept: number
  readonly added: number
}

type Item = Compacted['output'][number]

/** A text or an image of an answer, by what it says. */
type Given = { readonly key: string; readonly block: ContentBlock }

/**
 * Finds the user messages of the history in the items that a vendor gave back word by word. One of which all texts and
 * images came back is kept, without its results of tools; what is left over stands as messages of the vendor's.
 */
export function readKept(source: Conversation, items: readonly Item[]): Kept {
  const given = items.flatMap(readGivenContent)
  const entries: Entry[] = []
  let [at, kept, added] = [0, 0, 0]
  const addUntil = (end: number): void => {
    const content = given.slice(at, end).map(({ block }) => block)
    at = Math.max(at, end)
    if (content.length === 0) return
    added += 1
    entries.push({ message: { role: 'user', content }, provenance: { sources: [], changes: [] } })
  }
  source.messages.forEach((message, index) => {
    if (message.role !== 'user') return
    const own = listVendorContent(message)
    if (own.length === 0) return
    const found = given.findIndex(
      (_, from) => from >= at && own.every((key, offset) => given[from + offset]?.key === key),
    )
    if (found < 0) return
    addUntil(found)
    at = found + own.length
    kept += 1
    const before = entries.findLast(({ provenance }) => provenance.sources.length > 0)
    entries.push(buildKeptEntry(source, index, before?.provenance.sources.at(-1) ?? -1))
  })
  addUntil(given.length)
  return { entries, kept, added }
}

/** User messages of a history that say something beside results of tools. */
export function countSaid(messages: readonly Message[]): number {
  return messages.filter((message) => message.role === 'user' && listVendorContent(message).length > 0).length
}

function readGivenContent({ type, role, content }: Item): readonly Given[] {
  if (type !== 'message' || role !== 'user') return []
  if (typeof content === 'string') return buildGivenText(content)
  if (!Array.isArray(content)) return []
  // The items are checked one by one.
  return (content as unknown[]).flatMap((part): readonly Given[] => {
    if (typeof part !== 'object' || part === null) return []
    if ('text' in part && typeof part.text === 'string') return buildGivenText(part.text)
    if (!('image_url' in part) || typeof part.image_url !== 'string') return []
    return [{ key: buildImageKey(part.image_url), block: buildImageBlock(part.image_url) }]
  })
}

function buildGivenText(text: string): readonly Given[] {
  return text.trim() === '' ? [] : [{ key: buildTextKey(text), block: { type: 'text', text } }]
}

/** The texts and images of a message, as they go to a vendor. */
function listVendorContent(message: Message): readonly string[] {
  if (typeof message.content === 'string')
    return message.content.trim() === '' ? [] : [buildTextKey(message.content)]
  return message.content.flatMap((block) => buildBlockKey(block) ?? [])
}

function buildBlockKey(block: ContentBlock): string | undefined {
  const text = toTextBlock(block)?.text
  if (text !== undefined) return text.trim() === '' ? undefined : buildTextKey(text)
  const { source } = block
  if (block.type !== 'image' || typeof source !== 'object' || source === null) return undefined
  if ('url' in source && typeof source.url === 'string') return buildImageKey(source.url)
  if (!('media_type' in source) || !('data' in source)) return undefined
  return buildImageKey(`data:${toSafeString(source.media_type)};base64,${toSafeString(source.data)}`)
}

const buildTextKey = (text: string): string => `text ${text.toWellFormed()}`
const buildImageKey = (address: string): string => `image ${address}`

function buildImageBlock(address: string): ContentBlock {
  const [, media, data] = /^data:([^;,]+);base64,(.*)$/s.exec(address) ?? []
  return media === undefined
    ? { type: 'image', source: { type: 'url', url: address } }
    : { type: 'image', source: { type: 'base64', media_type: media, data } }
}

/**
 * A message that came back whole is that very one. Of one with results of tools its words alone came back: they stand for
 * it and for the message with its calls, as neither may stay without the other. Where calls and results do not follow each
 * other, what stands from `before` on has its place already, and the words stand for themselves.
 */
function buildKeptEntry(source: Conversation, index: number, before: number): Entry {
  const message = source.messages[index] ?? { role: 'user', content: [] }
  const said = listBlocks(message).filter((block) => buildBlockKey(block) !== undefined)
  if (said.length === listBlocks(message).length)
    return { message, provenance: { sources: [index], changes: [] } }
  const words = { ...message, content: said }
  if (!listBlocks(message).some((block) => block.type === 'tool_result'))
    return { message: words, provenance: { sources: [index], changes: listDroppedBlocks(source, index) } }
  const calls = source.messages.findLastIndex(({ role }, at) => at < index && role === 'assistant')
  if (calls <= before) return { message: words, provenance: { sources: [], changes: [] } }
  const change: PartChange = {
    at: { messageIndex: calls, blockIndex: 0 },
    kind: 'tool-result',
    operation: 'dropped',
    passId,
    reason: vendorChange('not-kept', { primitive: nameCompaction('openai-compact') }).message,
    tokensBefore: (source.messageTokens[calls] ?? 0) + (source.messageTokens[index] ?? 0),
    tokensAfter: reviseConversation(source, [words]).totalTokens,
    lengthAfter: 0,
  }
  // Counted above already; named for when the message with the calls is put back.
  const images = listDroppedBlocks(source, index).filter(({ kind }) => kind === 'image')
  const changes = [change, ...images.map((image) => ({ ...image, tokensBefore: 0 }))]
  return { message: words, provenance: { sources: [calls, index], changes } }
}

/** The blocks of a message without results that are neither texts nor images, as gone. */
function listDroppedBlocks(source: Conversation, index: number): PartChange[] {
  const blocks = source.messages[index] === undefined ? [] : listBlocks(source.messages[index])
  return (source.parts[index] ?? []).flatMap((part, place): PartChange[] => {
    const block = blocks[part.blockIndex]
    if (block !== undefined && buildBlockKey(block) !== undefined) return []
    return [
      {
        at: pickPartLocator(part),
        kind: part.kind,
        operation: 'dropped',
        passId,
        reason: vendorChange('not-kept', { primitive: nameCompaction('openai-compact') }).message,
        tokensBefore: source.partTokens[index]?.[place] ?? 0,
        tokensAfter: 0,
        lengthAfter: 0,
      },
    ]
  })
}
