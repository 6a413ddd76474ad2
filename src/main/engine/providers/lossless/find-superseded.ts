import type { Conversation } from '../../conversation.ts'
import { callText } from '../../apply-edits.ts'
import { inputOf } from '../../history/blocks.ts'
import { elementSpan } from '../../history/xml-elements.ts'
import { toolPurpose } from '../../history/tool-catalogue.ts'
import { isRepeatable, readKey, type Candidate } from './candidate.ts'
import type { LosslessPlan } from './plan.ts'

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
  const latest = new Map<string, Candidate>()
  for (const candidate of candidates.toReversed()) {
    const key = isRepeatable(candidate) ? readKey(candidate) : undefined
    if (key === undefined) continue
    const newer = latest.get(key) ?? latest.get(`${candidate.part.path ?? ''}\n`)
    if (newer === undefined) {
      latest.set(key, candidate)
      continue
    }
    if (!plan.isFree(candidate) || candidate.part.text === newer.part.text) continue
    const place = `message #${newer.part.messageIndex}`
    const text = `[Superseded] ${candidate.part.path ?? ''} was read again with other content in ${place}`
    const tokensAfter = conversation.counter.count(text)
    plan.supersede(
      candidate,
      { part: candidate.part, text },
      tokensAfter,
      `Superseded read: newer content in ${place}`,
    )
  }
}

/** Technique 3: older writes of a file that was written again. A write that failed supersedes nothing. */
export function supersedeWrites(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const failed = new Set(
    candidates.flatMap(({ part }) =>
      part.kind === 'tool-result' && part.isError === true ? [part.toolCallId] : [],
    ),
  )
  const latest = new Map<string, Candidate>()
  for (const candidate of candidates.toReversed()) {
    const { part } = candidate
    if (part.kind !== 'tool-call' || part.path === undefined || toolPurpose(part.toolName) !== 'write')
      continue
    const newer = latest.get(part.path)
    if (newer === undefined) {
      if (!failed.has(part.toolCallId)) latest.set(part.path, candidate)
      continue
    }
    const placeholder = `[Superseded: written again in message #${newer.part.messageIndex}]`
    const edit = plan.isFree(candidate) ? withoutContent(candidate, placeholder, conversation) : undefined
    if (edit === undefined) continue
    const after = 'text' in edit ? edit.text : callText(part.toolName ?? '', edit.input)
    const reason = `Superseded write: ${part.path} was written again in message #${newer.part.messageIndex}`
    plan.supersede(candidate, edit, conversation.counter.count(after), reason)
  }
}

const contentKeys = ['content', 'file_text', 'contents', 'text']

/** The write with its content replaced; undefined where the call holds none to replace. */
function withoutContent({ part }: Candidate, placeholder: string, conversation: Conversation) {
  if (part.holder === 'text') {
    const span = elementSpan(part.text, 'content')
    if (span === undefined) return undefined
    return { part, text: part.text.slice(0, span.start) + placeholder + part.text.slice(span.end) }
  }
  const input = inputOf(conversation.messages[part.messageIndex], part.blockIndex)
  const key = contentKeys.find((name) => typeof input?.[name] === 'string')
  return input === undefined || key === undefined
    ? undefined
    : { part, input: { ...input, [key]: placeholder } }
}

function isOnlyContent({ part }: Candidate, conversation: Conversation): boolean {
  const own = conversation.parts[part.messageIndex] ?? []
  const isElsewhere = own.some(
    (other) =>
      other !== part && other.kind !== 'environment' && (other.text.trim() !== '' || other.kind === 'image'),
  )
  if (isElsewhere) return false
  const firstDetails = own.find((other) => other.kind === 'environment')
  return firstDetails === part
}
