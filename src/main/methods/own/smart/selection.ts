import { compileGlob } from '../../../../shared/kernel/compile-glob.ts'
import { findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import type { Pass, Selection, Where } from '../../../../shared/methods/smart-pass-types.ts'
import type { SmartSettings } from '../../../../shared/methods/smart-settings-types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'

/** Messages of a conversation that a pass may touch: `start` is the first of them, `end` the first after them. */
export type Scope = { readonly start: number; readonly end: number }

/** Messages at the end that a selection leaves alone, of `count`; a share is rounded up. */
export function countKeptTail(selection: Selection, count: number): number {
  switch (selection.type) {
    case 'preserve_recent':
      return Math.min(count, selection.keepRecentCount)
    case 'preserve_percent':
      return Math.min(count, Math.ceil((count * selection.keepPercentage) / 100))
    case 'custom':
      return 0
  }
}

/** What lies between the kept ends; empty where they meet or overlap. */
export function computeScopeBetween(count: number, keptFirst: number, keptLast: number): Scope {
  const start = Math.min(count, keptFirst)
  return { start, end: Math.max(start, count - keptLast) }
}

/** The prelude alone leaves this many messages at the end. */
const leastTail = 1

/** Messages at the start that no run with these settings changes. */
export function countKeptFromStart({ keepFirst }: SmartSettings): number {
  return keepFirst
}

/** Messages at the end that no run with these settings changes, whatever the length of the history. */
export function countKeptToEnd({ passes }: SmartSettings): number {
  const tails = passes.flatMap((pass) => countPassTail(pass) ?? [])
  return tails.length === 0 ? leastTail : findSmallest(tails)
}

function countPassTail(pass: Pass): number | null {
  const { selection } = pass
  // A share of the messages says nothing before they are counted.
  const own = selection.type === 'preserve_recent' ? countKeptTail(selection, Number.MAX_SAFE_INTEGER) : 0
  if (pass.mode === 'individual') return own
  const { batchConfig } = pass
  if (batchConfig.operation === 'keep') return null
  return Math.max(own, batchConfig.summarizationConfig.keepLast)
}

/** Whether a part fulfils a condition of the user's. */
export type PartMatcher = (part: Part, index: number) => boolean

/** A matcher for the parts of a conversation; `index` is the part's place in its message. */
export function createMatcher(where: Where, { messages, partTokens }: Conversation): PartMatcher {
  const isPath = where.paths === undefined ? undefined : matchAny(where.paths)
  const last = messages.length - 1
  return (part, index) => {
    const age = last - part.messageIndex
    const tokens = partTokens[part.messageIndex]?.[index] ?? 0
    const role = messages[part.messageIndex]?.role
    return (
      (where.roles === undefined || where.roles.some((known) => known === role)) &&
      (where.kinds === undefined || where.kinds.includes(part.kind)) &&
      (where.tools === undefined || (part.toolName !== undefined && where.tools.includes(part.toolName))) &&
      (isPath === undefined || (part.path !== undefined && isPath(part.path.replaceAll('\\', '/')))) &&
      age >= (where.minAge ?? 0) &&
      age <= (where.maxAge ?? Number.POSITIVE_INFINITY) &&
      tokens >= (where.minTokens ?? 0) &&
      tokens <= (where.maxTokens ?? Number.POSITIVE_INFINITY) &&
      (where.isError === undefined || where.isError === (part.isError ?? false))
    )
  }
}

/** Whether a path matches one of these globs; a `!` before a glob is for all that it does not match. */
function matchAny(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.map((pattern) => {
    const isOther = pattern.startsWith('!')
    return { isOther, glob: compileGlob(isOther ? pattern.slice(1) : pattern, { dot: true }) }
  })
  return (path) => globs.some(({ isOther, glob }) => glob.matches(path) !== isOther)
}
