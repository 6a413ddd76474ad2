import type { Part, PartLocator } from '../../../../shared/kernel/part.ts'
import type { LineHunk } from '../../../../shared/kernel/provenance.ts'
import { pickPartLocator, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { computeLineDelta } from '../../../kernel/history/compute-line-delta.ts'
import type { KeptEnds } from '../../../kernel/method.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'

/** A part that may refer, be referred to, or both. */
export type Candidate = {
  readonly part: Part
  readonly tokens: number
  /** False inside the kept ends: such a part may be referred to, and is never edited. */
  readonly isEditable: boolean
}

/** Below this a reference saves nothing worth a second look. */
const leastTokens = 16

/** All parts of a conversation with their tokens, in order. */
export function listCandidates(conversation: Conversation, kept: KeptEnds): Candidate[] {
  const count = conversation.messages.length
  return conversation.parts.flatMap((parts, messageIndex) =>
    parts.map((part, partIndex) => ({
      part,
      tokens: conversation.partTokens[messageIndex]?.[partIndex] ?? 0,
      isEditable: messageIndex >= kept.first && messageIndex < count - kept.last,
    })),
  )
}

/** Bodies of tool results and environment details: content that can be repeated and is not the model's own. */
export function isRepeatable({ part, tokens }: Candidate): boolean {
  const isContent = part.kind === 'tool-result' || part.kind === 'environment'
  return isContent && part.holder === 'text' && part.isHeader !== true && tokens >= leastTokens
}

/**
 * The edits of one run while they are being found. A part is edited once, and a part that something refers to
 * is never edited, so every reference leads to text that the result holds in full.
 */
export class LosslessPlan {
  readonly edits = new Map<Candidate, PlannedEdit>()
  private readonly targets = new Set<Candidate>()
  /** Lines of the parts that others are compared with: each is split once. */
  private readonly lines = new Map<Candidate, readonly string[]>()
  private readonly counter: TokenCounter

  constructor(counter: TokenCounter) {
    this.counter = counter
  }

  isFree(candidate: Candidate): boolean {
    return candidate.isEditable && !this.edits.has(candidate) && !this.targets.has(candidate)
  }

  isEdited(candidate: Candidate): boolean {
    return this.edits.has(candidate)
  }

  /** Replaces a repeat by a reference to an identical part. False where that would not make it shorter. */
  referTo(candidate: Candidate, target: Candidate, technique: string): boolean {
    return this.refer(candidate, target, formatReferenceText(candidate, target), {
      reason: `${technique}: same content as message #${target.part.messageIndex}`,
    })
  }

  /** Replaces a near-repeat by a reference and the lines that differ, where that saves at least a third. */
  referWithDelta(candidate: Candidate, target: Candidate, technique: string): boolean {
    if (!isComparable(candidate, target)) return false
    const delta = computeLineDelta(this.splitLines(target), this.splitLines(candidate))
    if (delta === undefined) return false
    const text = formatReferenceText(candidate, target, delta)
    if (text.length * 3 > candidate.part.text.length * 2) return false
    const count = delta.reduce((sum, hunk) => sum + Math.max(hunk.deleteCount, hunk.lines.length), 0)
    return this.refer(candidate, target, text, {
      reason: `${technique}: as message #${target.part.messageIndex} but for ${count} ${count === 1 ? 'line' : 'lines'}`,
      delta,
    })
  }

  /** Takes superseded content out of the context. */
  supersede(candidate: Candidate, edit: PlannedEdit['edit'], tokensAfter: number, reason: string): void {
    if (tokensAfter >= candidate.tokens) return
    this.edits.set(candidate, {
      edit,
      operation: 'dropped',
      reason,
      tokensBefore: candidate.tokens,
      tokensAfter,
    })
  }

  private refer(
    candidate: Candidate,
    target: Candidate,
    text: string,
    how: { readonly reason: string; readonly delta?: readonly LineHunk[] },
  ): boolean {
    const tokensAfter = this.counter.count(text)
    if (tokensAfter >= candidate.tokens || text.length >= candidate.part.text.length) return false
    const at: PartLocator = pickPartLocator(target.part)
    this.targets.add(target)
    this.edits.set(candidate, {
      edit: { part: candidate.part, text },
      operation: 'referenced',
      reason: how.reason,
      tokensBefore: candidate.tokens,
      tokensAfter,
      reference: { target: at, ...(how.delta === undefined ? {} : { delta: [...how.delta] }) },
    })
    return true
  }

  private splitLines(candidate: Candidate): readonly string[] {
    const known = this.lines.get(candidate)
    if (known !== undefined) return known
    const lines = candidate.part.text.split('\n')
    this.lines.set(candidate, lines)
    return lines
  }
}

/** Texts of very different length cannot be near-identical, and a diff would only take time. */
function isComparable(a: Candidate, b: Candidate): boolean {
  const [short, long] = [a.part.text.length, b.part.text.length].sort((x, y) => x - y)
  return (short ?? 0) * 2 >= (long ?? 0)
}

/** What the model reads in place of a repeat. Positions are those of the result, where messages keep theirs. */
function formatReferenceText(
  { part }: Candidate,
  target: Candidate,
  delta: readonly LineHunk[] = [],
): string {
  const place = `message #${target.part.messageIndex}`
  const changes = `${differs}\n${formatDelta(delta)}`
  if (part.kind === 'environment') {
    const body = delta.length === 0 ? `same as in ${place}` : `as in ${place}, ${changes}`
    return `<environment_details>\n${body}\n</environment_details>`
  }
  const label =
    part.path === undefined ? `[Same result as ${place}]` : `[File Reference] ${part.path} (see ${place})`
  return delta.length === 0 ? label : `${label}, ${changes}`
}

/** File contents carry line numbers of their own, so it has to be said which ones are meant. */
const differs = 'but for these of its lines, counted from the start of that text:'

function formatDelta(delta: readonly LineHunk[]): string {
  return delta.map((hunk) => formatHunk(hunk)).join('\n')
}

function formatHunk({ start, deleteCount, lines }: LineHunk): string {
  const last = start + deleteCount
  const which = deleteCount === 1 ? `line ${last}` : `lines ${start + 1} to ${last}`
  if (lines.length === 0) return `@ without ${which}`
  return `@ ${deleteCount === 0 ? `after line ${start}` : `instead of ${which}`}:\n${lines.join('\n')}`
}
