import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Added, LeftOut } from '../../../shared/take-home/session-copy-types.ts'
import { isRecord, type Fields } from '../json/fields.ts'

/** What a format can hold of a message. */
export type Carriage = Readonly<{
  /**
   * `signed` keeps reasoning blocks that have a signature, all or none; `text` keeps what can be read of reasoning; `none`
   * leaves it out.
   */
  reasoning: 'signed' | 'text' | 'none'
  /** `inline` keeps those whose bytes are in the history, and leaves out those that an address names. */
  images: boolean | 'inline'
  /** Texts of the user's side that the agent writes anew when it resumes; none where this is absent. */
  renews?: RegExp
  /** Prompts that the agent passes over when it resumes; none where this is absent. */
  skips?: RegExp
}>

/** Messages as a format can hold them, with what that took and gave. */
export type Carried = Readonly<{
  messages: readonly Message[]
  leftOut: readonly LeftOut[]
  added: readonly Added[]
}>

/** What stands for a result that was never recorded. */
export const interruptedText = '[The recording ends before this call had a result.]'
/** What a history begins with that would begin with an answer. */
export const firstPromptText = '[The beginning of this conversation was condensed away.]'

/**
 * Makes a condensed history fit to be resumed: whole pairs of calls and results, a prompt at its beginning, no call at its
 * end without a result, and nothing that only another account could read. Marks of other agents are taken off.
 */
export function carryMessages(messages: readonly Message[], carriage: Carriage): Carried {
  const leftOut = new Map<LeftOut['kind'], number>()
  const added = new Map<Added['kind'], number>()
  const countKind = <Kind>(counts: Map<Kind, number>, kind: Kind): void =>
    void counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const drops = carriage.reasoning === 'signed' && !messages.every(isWholeReasoning)
  const rules = { ...carriage, reasoning: drops ? ('none' as const) : carriage.reasoning }
  const kept = messages.flatMap((message): readonly Message[] => {
    const sent = withoutRenewed(message, rules, (kind) => countKind(leftOut, kind))
    if (sent === null) return []
    const carried = carryMessage(sent, rules, (kind) => countKind(leftOut, kind))
    if (carried === null) countKind(leftOut, 'empty-message')
    return carried === null ? [] : [carried]
  })
  const paired = pairResults(kept, {
    leftOut: (kind) => countKind(leftOut, kind),
    added: (kind) => countKind(added, kind),
  })
  const isAnswerFirst = paired[0]?.role === 'assistant'
  if (isAnswerFirst) countKind(added, 'first-prompt')
  return {
    messages: isAnswerFirst ? [{ role: 'user', content: firstPromptText }, ...paired] : paired,
    leftOut: [...leftOut].map(([kind, count]) => ({ kind, count })),
    added: [...added].map(([kind, count]) => ({ kind, count })),
  }
}

const reasoningTypes: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking', 'reasoning'])

function listBlocks({ content }: Message): readonly ContentBlock[] {
  return typeof content === 'string' ? [] : content
}

/** Whether each block of reasoning is as its vendor signed it. */
function isWholeReasoning(message: Message): boolean {
  return listBlocks(message).every(
    (block) =>
      !reasoningTypes.has(block.type) ||
      (block.type === 'thinking' && typeof block['signature'] === 'string' && block['signature'] !== '') ||
      (block.type === 'redacted_thinking' && typeof block['data'] === 'string'),
  )
}

/** What of a message the agent sends when it resumes: it tells its surroundings anew, and passes some prompts over. */
function withoutRenewed(
  message: Message,
  { renews, skips }: Carriage,
  leaveOut: (kind: LeftOut['kind']) => void,
): Message | null {
  if (message.role !== 'user' || (renews === undefined && skips === undefined)) return message
  const all: readonly ContentBlock[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  const matchesText = (block: ContentBlock | undefined, pattern: RegExp | undefined): boolean =>
    block?.type === 'text' && pattern?.test(toSafeString(block['text'])) === true
  const blocks = all.filter((block) => !matchesText(block, renews))
  if (blocks.length < all.length) leaveOut('renewed-text')
  if (matchesText(blocks[0], skips)) leaveOut('skipped-prompt')
  if (blocks.length === 0 || matchesText(blocks[0], skips)) return null
  return blocks.length === all.length ? message : { ...message, content: blocks }
}

function carryMessage(
  { role, content, ts, isSummary, isBoilerplate, origin }: Message,
  carriage: Carriage,
  leaveOut: (kind: LeftOut['kind']) => void,
): Message | null {
  const marks = {
    ...(typeof ts === 'number' ? { ts } : {}),
    ...(isSummary === true ? { isSummary } : {}),
    ...(isBoilerplate === true ? { isBoilerplate } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
  if (typeof content === 'string') return content === '' ? null : { role, content, ...marks }
  const blocks = content.flatMap((block) => carryBlock(block, carriage, leaveOut))
  return blocks.length === 0 ? null : { role, content: blocks, ...marks }
}

function carryBlock(
  block: ContentBlock,
  carriage: Carriage,
  leaveOut: (kind: LeftOut['kind']) => void,
): readonly ContentBlock[] {
  const leave = (kind: LeftOut['kind']): readonly ContentBlock[] => {
    leaveOut(kind)
    return []
  }
  if (reasoningTypes.has(block.type)) {
    if (carriage.reasoning === 'signed') return [block]
    const text = block['thinking'] ?? block['text']
    if (carriage.reasoning === 'text' && typeof text === 'string' && text !== '')
      return [{ type: 'thinking', thinking: text }]
    return leave(typeof text === 'string' && text !== '' ? 'reasoning' : 'sealed-reasoning')
  }
  switch (block.type) {
    case 'text':
      // Vendors refuse empty texts, and formats lose them.
      return block['text'] === '' ? [] : [block]
    case 'tool_use':
      return [block]
    case 'image':
      return holdsImage(block, carriage) ? [block] : leave('image')
    case 'tool_result':
      return [carryResult(block, carriage, leaveOut)]
    case 'compaction':
    case 'context_compaction':
    case 'encrypted_content':
      return leave('opaque-summary')
    default:
      return leave('unknown-block')
  }
}

function holdsImage({ source }: Fields, { images }: Carriage): boolean {
  return images === 'inline' ? isRecord(source) && source['type'] === 'base64' : images
}

function carryResult(
  block: ContentBlock,
  carriage: Carriage,
  leaveOut: (kind: LeftOut['kind']) => void,
): ContentBlock {
  const { content } = block
  if (!Array.isArray(content)) return block
  const parts = content.filter((part: { readonly type?: unknown }) => {
    if (part.type === 'text' || (part.type === 'image' && holdsImage(part, carriage))) return true
    leaveOut(part.type === 'image' ? 'image' : 'unknown-block')
    return false
  })
  return parts.length === content.length ? block : { ...block, content: parts }
}

type Notes = Readonly<{
  leftOut: (kind: LeftOut['kind']) => void
  added: (kind: Added['kind']) => void
}>

/**
 * Each call has exactly one result, in the message behind it; results of no call go. Where an agent sent one twice, it is the
 * last: a method that found the two alike made the first point to it.
 */
function pairResults(messages: readonly Message[], notes: Notes): readonly Message[] {
  const out: Message[] = []
  let open = new Set<string>()
  let lastResults: ReadonlyMap<string, ContentBlock> = new Map()
  const close = (message: Message | null): Message | null => {
    if (open.size === 0) return message
    for (const _id of open) notes.added('interrupted-result')
    const results = [...open].map((id): ContentBlock => ({
      type: 'tool_result',
      tool_use_id: id,
      content: interruptedText,
      is_error: true,
    }))
    open = new Set()
    if (message === null || message.role !== 'user') {
      out.push({ role: 'user', content: results })
      return message
    }
    const own: readonly ContentBlock[] =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    return { ...message, content: [...results, ...own] }
  }
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') {
      close(null)
      out.push(message)
      open = new Set(
        listBlocks(message).flatMap((block) => (block.type === 'tool_use' ? [toSafeString(block.id)] : [])),
      )
      lastResults = mapResults(messages, at + 1, open)
      continue
    }
    const answered = dropUnaskedResults(message, { open, lastResults }, notes)
    if (answered === null) continue
    // Results of one answer may come in several messages: those that follow are waited for.
    const isOnlyResults =
      listBlocks(answered).length > 0 && listBlocks(answered).every(({ type }) => type === 'tool_result')
    const next = isOnlyResults ? answered : close(answered)
    if (next !== null) out.push(next)
  }
  close(null)
  return out
}

/** The last result of each of some calls before the next answer. */
function mapResults(
  messages: readonly Message[],
  start: number,
  calls: ReadonlySet<string>,
): ReadonlyMap<string, ContentBlock> {
  const results = new Map<string, ContentBlock>()
  for (let at = start; messages[at]?.role === 'user'; at += 1)
    for (const block of listBlocks(messages[at] ?? { role: 'user', content: '' })) {
      const id = toSafeString(block['tool_use_id'])
      if (block.type === 'tool_result' && calls.has(id)) results.set(id, block)
    }
  return results
}

type Waiting = Readonly<{
  /** Ids of calls without a result so far. */
  open: Set<string>
  lastResults: ReadonlyMap<string, ContentBlock>
}>

/**
 * The message without results of no open call, the others first, as vendors want them; null where nothing is left. Calls
 * that it answers are open no more.
 */
function dropUnaskedResults(message: Message, { open, lastResults }: Waiting, notes: Notes): Message | null {
  if (typeof message.content === 'string') return message
  const blocks = message.content.flatMap((block) => {
    if (block.type !== 'tool_result') return [block]
    const id = toSafeString(block['tool_use_id'])
    if (open.delete(id)) return [lastResults.get(id) ?? block]
    notes.leftOut(lastResults.has(id) ? 'repeated-result' : 'orphan-result')
    return []
  })
  if (blocks.length === 0) return null
  const isResult = ({ type }: ContentBlock): boolean => type === 'tool_result'
  return { ...message, content: [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))] }
}
