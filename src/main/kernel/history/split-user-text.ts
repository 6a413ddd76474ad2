import { rememberResults } from '../../../shared/kernel/remember-results.ts'
import { splitResultBody, type ResultHeader } from './split-result-body.ts'
import { findEnvironment, type TextSegment, fillGaps, withTexts } from './text-segment.ts'

export type UserText = {
  readonly segments: readonly TextSegment[]
  /** The header that ends this block, if the body of its result is still to come. */
  readonly pendingHeader?: ResultHeader
  /** The text says that the blocks behind it hold files; it has no segments of its own. */
  readonly opensReferences?: boolean
}

/** A block of its own with which Gemini CLI begins the files that a message refers to, one block each. */
const referencedFiles = /^\s*--- Content from referenced files ---\s*$/

/** Descriptions hold commands and instructions, so they can be long; past this a `[` is not a header. */
const longestHeader = 20_000
const headerStart = /^\s*\[([a-z][a-z0-9_]*)(?=[\] ])/

/** Notices that the agent, not its user, puts into a user message about a call that did not run. */
const agentNotice = /^\s*(?:\[ERROR\] You did not use a tool|Tool \[[^\]\n]+\] was not executed)/

/**
 * Splits a text block of a user message (XML era and what is left of it later): environment details, headers
 * and bodies of tool results, and what the user wrote. `header` is the pending one of the block before,
 * `askedRange` what the read that is answered asked for besides its files.
 */
export function splitUserText(text: string, header?: ResultHeader, askedRange?: string): UserText {
  const known = knownSplits(text)
  if (header === undefined && askedRange === undefined && known.plain !== undefined) return known.plain
  // The same header text gives the same header, as long as both are remembered.
  const before =
    askedRange === undefined ? header : `${header?.toolName ?? ''}\n${header?.path ?? ''}\n${askedRange}`
  const found = known.behind.get(before)
  if (found !== undefined) return found
  const anew = splitAnew(text, header, askedRange)
  const split = { ...anew, segments: withTexts(text, anew.segments) }
  if (before === undefined) known.plain = split
  else known.behind.set(before, split)
  return split
}

/** Splits of a text, by what stands before it: histories repeat themselves, and every condensation splits them again. */
const knownSplits = rememberResults(
  (): {
    /** Where nothing that counts stands before it. */
    plain: UserText | undefined
    readonly behind: Map<ResultHeader | string | undefined, UserText>
  } => ({ plain: undefined, behind: new Map() }),
)

function splitAnew(text: string, header: ResultHeader | undefined, askedRange: string | undefined): UserText {
  if (referencedFiles.test(text)) return { segments: [], opensReferences: true }
  const environment = findEnvironment(text)
  const bodyEnd = environment[0]?.start ?? text.length
  const own = header === undefined ? readResultHeader(text, bodyEnd) : undefined
  if (own !== undefined) {
    const head: TextSegment = {
      start: 0,
      end: own.end,
      kind: 'tool-result',
      toolName: own.toolName,
      isHeader: true,
      opensResult: true,
    }
    const isBodyNext = text.slice(own.end, bodyEnd).trim() === ''
    if (isBodyNext) {
      const whole = { ...head, end: bodyEnd }
      return {
        segments: fillGaps(0, text.length, [whole, ...environment], { kind: 'user-text' }),
        pendingHeader: own,
      }
    }
    const body = splitResultBody(text, own.end, bodyEnd, own, askedRange)
    return { segments: fillGaps(0, text.length, [head, ...body, ...environment], { kind: 'user-text' }) }
  }
  if (header !== undefined && bodyEnd > 0 && !isUserWords(text)) {
    const body = splitResultBody(text, 0, bodyEnd, header, askedRange)
    return { segments: fillGaps(0, text.length, [...body, ...environment], { kind: 'user-text' }) }
  }
  if (agentNotice.test(text)) {
    const notice = { kind: 'tool-result' as const, isError: true, isHeader: true, opensResult: true }
    return {
      segments: fillGaps(0, text.length, [{ ...notice, start: 0, end: bodyEnd }, ...environment], {
        kind: 'user-text',
      }),
    }
  }
  return { segments: fillGaps(0, text.length, environment, { kind: 'user-text' }) }
}

function readResultHeader(
  text: string,
  limit: number,
): (ResultHeader & { readonly end: number }) | undefined {
  const match = headerStart.exec(text.slice(0, 200))
  if (match === null) return undefined
  const closing = text.indexOf('] Result:', match[0].length)
  if (closing < 0 || closing > Math.min(limit, longestHeader)) return undefined
  const described = /^ for '([^'\n]+)'/.exec(text.slice(match[0].length, closing))
  const path = described?.[1]
  let end = closing + '] Result:'.length
  if (text[end] === '\n') end += 1
  return { toolName: match[1] ?? '', end, ...(path === undefined || path === 'undefined' ? {} : { path }) }
}

function isUserWords(text: string): boolean {
  return /^\s*(?:<task>|<user_message>|New instructions for task continuation:|\[TASK RESUMPTION\])/.test(
    text,
  )
}
