import type { Conversation } from '../../../kernel/conversation.ts'
import { formatCallText, findCallInput } from '../../../kernel/history/blocks.ts'
import { findNewerReads, findSucceededCalls } from '../../../kernel/history/part-queries.ts'
import { writesWholeFile } from '../../../kernel/history/tool-catalogue.ts'
import { findElementSpan } from '../../../kernel/history/xml-elements.ts'
import { isRepeatable, type Candidate, type LosslessPlan } from './plan.ts'

const contentKeys = ['content', 'file_text', 'contents', 'text']

/** Technique 3: older environment details; only the last ones describe the present. */
export function supersedeEnvironment(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const details = candidates.filter(({ part }) => part.kind === 'environment')
  const last = details.at(-1)
  if (last === undefined) return
  const place = `message #${last.part.messageIndex}`
  for (const candidate of details) {
    if (candidate === last || !plan.isFree(candidate)) continue
    const { part } = candidate
    const text = isOnlyContent(candidate, conversation)
      ? `<environment_details>superseded, see ${place}</environment_details>`
      : ''
    const tokensAfter = text === '' ? 0 : conversation.counter.count(text)
    plan.supersede(
      candidate,
      { part, text },
      tokensAfter,
      `Superseded environment details: newer ones in ${place}`,
    )
  }
}

/** Technique 3: older reads of a file that was read again, in full or over the same lines, with other content. */
export function supersedeReads(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const newerReads = findNewerReads(conversation.parts)
  for (const candidate of candidates) {
    const { part } = candidate
    const newer = newerReads.get(part)
    if (newer === undefined || !isRepeatable(candidate) || !plan.isFree(candidate)) continue
    const place = `message #${newer.messageIndex}`
    const text = `[Superseded] ${part.path ?? ''} was read again with other content in ${place}`
    const tokensAfter = conversation.counter.count(text)
    plan.supersede(candidate, { part, text }, tokensAfter, `Superseded read: newer content in ${place}`)
  }
}

/**
 * Technique 3: older writes of a file that was written again. Only a write that is known to have succeeded supersedes:
 * one that failed, was denied, was cut off or has no result yet does not.
 */
export function supersedeWrites(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const succeeded = findSucceededCalls(conversation.parts)
  const latest = new Map<string, Candidate>()
  for (const candidate of candidates.toReversed()) {
    const { part } = candidate
    if (part.kind !== 'tool-call' || part.path === undefined || !writesWholeFile(part.toolName)) continue
    const newer = latest.get(part.path)
    if (newer === undefined) {
      if (part.toolCallId !== undefined && succeeded.has(part.toolCallId)) latest.set(part.path, candidate)
      continue
    }
    const placeholder = `[Superseded: written again in message #${newer.part.messageIndex}]`
    const edit = plan.isFree(candidate) ? withoutContent(candidate, placeholder, conversation) : undefined
    if (edit === undefined) continue
    const after = 'text' in edit ? edit.text : formatCallText(part.toolName ?? '', edit.input)
    const reason = `Superseded write: ${part.path} was written again in message #${newer.part.messageIndex}`
    plan.supersede(candidate, edit, conversation.counter.count(after), reason)
  }
}

/** The write with its content replaced; undefined where the call holds none to replace. */
function withoutContent({ part }: Candidate, placeholder: string, conversation: Conversation) {
  if (part.holder === 'text') {
    const span = findElementSpan(part.text, 'content')
    if (span === undefined) return undefined
    return { part, text: part.text.slice(0, span.start) + placeholder + part.text.slice(span.end) }
  }
  const input = findCallInput(conversation.messages[part.messageIndex], part.blockIndex)
  const key = contentKeys.find((name) => typeof input?.[name] === 'string')
  return input === undefined || key === undefined
    ? undefined
    : { part, input: { ...input, [key]: placeholder } }
}

/** True for the first environment details of a message that holds nothing else: something has to stay. */
function isOnlyContent({ part }: Candidate, conversation: Conversation): boolean {
  const own = conversation.parts[part.messageIndex] ?? []
  const rest = own.filter((other) => other.kind !== 'environment')
  if (rest.some((other) => other.kind === 'image' || other.text.trim() !== '')) return false
  return own.find((other) => other.kind === 'environment') === part
}
