import picomatch from 'picomatch'
import type { Part } from '../../../../shared/domain/part.ts'
import type { Conversation } from '../../conversation.ts'
import type { Where } from '../../../../shared/domain/smart-pass.ts'

/** Whether a part fulfils a condition of the user's. */
export type PartMatcher = (part: Part, index: number) => boolean

/** Globs with extended groups can take forever to match; without them they cannot. */
const globOptions = { dot: true, noextglob: true, maxLength: 200, windows: false } as const

/** A matcher for the parts of a conversation; `index` is the part's place in its message. */
export function createMatcher(where: Where, { messages, partTokens }: Conversation): PartMatcher {
  const isPath = where.paths === undefined ? undefined : picomatch(where.paths, globOptions)
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
