import type { Place } from '../../../shared/kernel/fact.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { type Conversation, findWholeConversation } from '../../kernel/conversation.ts'
import { type FirstUse, findLineIndex } from '../continuation/find-line-index.ts'
import { linesOf } from '../facts/line-keys.ts'
import { normalisePath } from '../facts/path-class.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import { rememberPerCheckpoint } from './remember-per-checkpoint.ts'

type At = Pick<Place, 'messageIndex' | 'partIndex'>

/** A line of an earlier result that the assistant writes again before anybody shows it to it. */
export type UsedLine = {
  readonly key: number
  /** Where it stands in the result, and its number there from 0. */
  readonly place: Place
  readonly line: number
  /** Where the continuation writes it first. */
  readonly used: At
}

/** A tool result of the source that the continuation writes lines of. */
export type NeededResult = At & {
  readonly part: Part
  /** The call that it answers; undefined where the source holds none. */
  readonly call: { readonly part: Part; readonly tokens: number } | undefined
  readonly tokens: number
  /** In order of their first use. */
  readonly lines: readonly UsedLine[]
}

/** What the continuation needs of the source's tool results, by its own writing; empty where it needs nothing. */
export const neededResults = rememberPerCheckpoint(findNeeded)

/** What stands in files of any workspace, and what agents' tools say by themselves. */
const boilerplate = new RegExp(
  `^\\s*(?:${[
    String.raw`import\b|export \*|export \{ default|from \S+ import|#\s*include|using [\w.]+;|package [\w.]+;?$|use [\w:]+;`,
    String.raw`#!|<!doctype|<html|<meta|<\?xml|["']use (?:strict|client|server)|if __name__|@(?:override|test)\b`,
    String.raw`(?:(?:\/\/|\/?\*+|#)\s*)?(?:eslint|prettier|ts-|copyright|licensed|permission is hereby|spdx-)`,
    String.raw`the file \S+ (?:has been|was)|file (?:created|written|saved)|todos have been|exit code|wall time|process exited`,
    String.raw`chunk id|original token count|total output lines|command (?:executed|running)|shell cwd was|no (?:matches|files) found`,
    String.raw`here(?:'|’)s the result of running|(?:applied|success\.) |note: the file|<\/?system|\[tool |updated the following files`,
  ].join('|')})`,
  'i',
)

function findNeeded(source: Conversation, continuation: Conversation): readonly NeededResult[] {
  linesOf.makeRoom(source.parts)
  const { conversation: whole, from } = findWholeConversation(continuation)
  const useOf = findLineIndex(whole)
  const calls = indexCalls(source)
  const holders = findDistinctiveLines(source, calls, (key) => useOf(key, from))
  const needed = new Map<Part, { readonly at: At; readonly lines: UsedLine[] }>()
  for (const holder of holders) {
    const { key, part, place, line, use } = holder
    if (boilerplate.test(part.text.slice(place.start, place.end))) continue
    const known = needed.get(part) ?? { at: place, lines: [] }
    const used = { messageIndex: use.messageIndex - from, partIndex: use.partIndex }
    known.lines.push({ key, place, line, used })
    needed.set(part, known)
  }
  return [...needed].map(([part, { at, lines }]) => ({
    messageIndex: at.messageIndex,
    partIndex: at.partIndex,
    part,
    call: calls.get(part.toolCallId ?? ''),
    tokens: source.partTokens[at.messageIndex]?.[at.partIndex] ?? 0,
    lines,
  }))
}

type Holder = {
  readonly key: number
  readonly part: Part
  readonly place: Place
  readonly line: number
  readonly origin: string
  readonly use: FirstUse
}
type Calls = ReadonlyMap<string, NonNullable<NeededResult['call']>>

/**
 * Of the lines that are used, those that the results of one file, or of one call where they are of no file, hold and no
 * other result does, each with the last result that shows it. In order of their first use.
 */
function findDistinctiveLines(
  { parts }: Conversation,
  calls: Calls,
  useOf: (key: number) => FirstUse | undefined,
): readonly Holder[] {
  /** Null for a line that is used, and that nothing tells from others. */
  const holders = new Map<number, Holder | null>()
  const unused = new Set<number>()
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      if (part.kind !== 'tool-result' || part.isHeader === true) return
      const { keys, numbers, starts, ends } = linesOf(part)
      let origin: string | undefined
      keys.forEach((key, index) => {
        const known = holders.get(key)
        if (known === null || (known === undefined && unused.has(key))) return
        const use = known?.use ?? useOf(key)
        if (use === undefined) {
          unused.add(key)
          return
        }
        origin ??=
          identifyResultOrigin(part, calls.get(part.toolCallId ?? '')?.part) ?? `${messageIndex} ${partIndex}`
        // Twice in one result says as little as in two of different files.
        const isShared = known !== undefined && (known.part === part || known.origin !== origin)
        const place = { messageIndex, partIndex, start: starts[index] ?? 0, end: ends[index] ?? 0 }
        const line = numbers[index] ?? 0
        holders.set(key, isShared ? null : { key, part, place, line, origin, use })
      })
    }),
  )
  return [...holders.values()]
    .filter((holder) => holder !== null)
    .toSorted((a, b) => a.use.order - b.use.order)
}

/** What a result is of: the file, else the call word for word. */
function identifyResultOrigin({ path }: Part, call: Part | undefined): string | undefined {
  if (path !== undefined) return normalisePath(path)
  if (call === undefined) return undefined
  const act = readCallActs(call).find((one) => one.kind !== 'command')
  return act === undefined ? call.text : normalisePath(act.path)
}

function indexCalls({ parts, partTokens }: Conversation): Calls {
  return new Map(
    parts.flatMap((own, messageIndex) =>
      own.flatMap((part, partIndex) =>
        part.kind === 'tool-call' && part.toolCallId !== undefined
          ? [[part.toolCallId, { part, tokens: partTokens[messageIndex]?.[partIndex] ?? 0 }] as const]
          : [],
      ),
    ),
  )
}
