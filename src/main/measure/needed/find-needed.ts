import { sum } from '../../../shared/kernel/numbers.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation, Whole } from '../../kernel/conversation.ts'
import { readLineKeys } from '../facts/line-keys.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import {
  isSameFile,
  isSound,
  listChangedPaths,
  listPaths,
  readFileName,
  readInspection,
} from './acts-on-files.ts'
import { findFollowingIndex } from './find-following-index.ts'

/** Where a part stands in its conversation. */
type At = { readonly messageIndex: number; readonly partIndex: number }

/** Something of a context that a later act of the agent used: what it read or ran again to have it back. */
export type NeededThing = {
  readonly kind: 'read-again' | 'run-again'
  /** The files that were read again, or the command. */
  readonly texts: readonly string[]
  /** The part of the context that said most of it last. */
  readonly said: At
  /** The result that says it again, in what followed. */
  readonly used: At
  /** Lines of that result which stood in the context and that nothing had shown again by then. */
  readonly keys: readonly number[]
  /** Tokens of those lines. */
  readonly tokens: number
}

/** Fewer lines turn up by chance, and of a read that shows less than half of what was known the rest was wanted. */
const least = { lines: 5, share: 0.5 } as const

/**
 * The things of a context that what followed it used, in the order in which they were used: files that were read again,
 * of which the same lines were there, and inspections that were run again with the same result. What the agent wrote to a
 * file in between counts for nothing, since it then looks at its own change. The autopsy of a condensation asks for those
 * that its result does not hold, the figure `needed-kept` for the share that it does.
 */
export function findNeeded(
  source: Conversation,
  { conversation: whole, from }: Whole,
): readonly NeededThing[] {
  const before = indexSource(source)
  const following = findFollowingIndex(whole)
  const shown = new Map<number, number>()
  const looks = new Set<number>()
  for (const key of collectLineKeys(source)) {
    const message = following.findLine(key, from)
    shown.set(key, message)
    looks.add(message)
  }
  for (const inspection of before.runs.keys())
    for (const message of following.listRuns(inspection, from)) looks.add(message)
  // A thing is needed where something of it is shown first, or where an inspection shows it all again.
  return [...looks]
    .filter((message) => message < whole.parts.length)
    .toSorted((a, b) => a - b)
    .flatMap((message) =>
      (whole.parts[message] ?? []).flatMap((part, partIndex): readonly NeededThing[] => {
        const call = part.kind === 'tool-result' && isSound(part) ? following.findCall(part, from) : undefined
        if (call === undefined) return []
        const place = following.readPlace(message, partIndex)
        const isChanged = (path?: string): boolean => following.isChanged(from, place, path)
        const act =
          findReadAgain(part, call, before, isChanged) ?? findRunAgain(part, call, before, isChanged)
        const keys = act?.keys.filter((key) => (shown.get(key) ?? message) >= message) ?? []
        const all = countDistinctLines(part)
        if (act === null || keys.length < Math.max(act.least, all * least.share)) return []
        const tokens = ((whole.partTokens[message]?.[partIndex] ?? 0) * keys.length) / all
        return [{ ...act, keys, used: { messageIndex: message - from, partIndex }, tokens }]
      }),
    )
}

/** The share of the lines of a thing that a context holds. */
export function computeHeldShare({ keys }: Pick<NeededThing, 'keys'>, lines: ReadonlySet<number>): number {
  return sum(keys.map((key) => (lines.has(key) ? 1 : 0))) / keys.length
}

/** The lines that a context shows, by their keys. */
export function collectLineKeys({ parts }: Pick<Conversation, 'parts'>): ReadonlySet<number> {
  const keys = new Set<number>()
  for (const part of parts.flat()) for (const key of readLineKeys(part)) keys.add(key)
  return keys
}

/** A file or the result of an inspection, as a context shows it. */
type ShownThing = {
  readonly kind: 'file' | 'command'
  readonly text: string
  /** The part that says most of it last. */
  readonly said: At
  readonly keys: readonly number[]
  readonly tokens: number
}

/** What a context shows that could be needed: files with their lines, and inspections with their last result. */
export function listShownThings(source: Conversation): readonly ShownThing[] {
  const { files, runs } = indexSource(source)
  const lineTokens = new Map<Part, number>()
  const countLineTokens = ({ messageIndex, partIndex }: At): number => {
    const part = source.parts[messageIndex]?.[partIndex]
    if (part === undefined) return 0
    const known = lineTokens.get(part)
    if (known !== undefined) return known
    const tokens = (source.partTokens[messageIndex]?.[partIndex] ?? 0) / Math.max(1, countDistinctLines(part))
    lineTokens.set(part, tokens)
    return tokens
  }
  const ran = [...runs].flatMap(([text, { at }]): ShownThing[] => {
    const part = source.parts[at.messageIndex]?.[at.partIndex]
    const keys = part === undefined ? [] : [...new Set(readLineKeys(part))]
    return [{ kind: 'command', text, said: at, keys, tokens: keys.length * countLineTokens(at) }]
  })
  // What a search shows of files is its result.
  const results = new Set(ran.map(({ said }) => said))
  const shown = [...files].flatMap(([text, lines]): ShownThing[] => {
    const places = [...lines.values()]
    const said = findMostFrequent(places)
    if (said === undefined || results.has(said)) return []
    return [{ kind: 'file', text, said, keys: [...lines.keys()], tokens: sum(places.map(countLineTokens)) }]
  })
  return [...shown, ...ran].filter(({ keys }) => keys.length >= least.lines)
}

type Ran = { readonly at: At; readonly body: string }

/** What a context shows of files, and the last results of its inspections. */
type Source = {
  /** By path, where each line of a file stands last. */
  readonly files: ReadonlyMap<string, ReadonlyMap<number, At>>
  /** The same files by what their paths end with. */
  readonly filesByName: ReadonlyMap<
    string,
    readonly (readonly [path: string, lines: ReadonlyMap<number, At>])[]
  >
  readonly runs: ReadonlyMap<string, Ran>
  /** Whether a file was written from a message on. */
  readonly isChangedFrom: (messageIndex: number) => boolean
}

function indexSource({ parts }: Conversation): Source {
  const calls = indexCalls(parts)
  const files = new Map<string, Map<number, At>>()
  const runs = new Map<string, Ran>()
  let lastChange = -1
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      const at = { messageIndex, partIndex }
      if (listChangedPaths(part).length > 0) lastChange = messageIndex
      const call = part.kind === 'tool-result' ? calls.get(part.toolCallId ?? '') : undefined
      const paths = listPaths(part, call)
      for (const path of paths) {
        const lines = files.get(path) ?? new Map<number, At>()
        for (const line of readLineKeys(part)) lines.set(line, at)
        files.set(path, lines)
      }
      const key = call === undefined || !isSound(part) ? null : readInspection(call)
      if (key !== null) runs.set(key, { at, body: readBody(part) })
    }),
  )
  const filesByName = Map.groupBy(files, ([path]) => readFileName(path))
  return { files, filesByName, runs, isChangedFrom: (messageIndex) => lastChange >= messageIndex }
}

type Found = Pick<NeededThing, 'kind' | 'texts' | 'said' | 'keys'> & { readonly least: number }

/** Whether a file was changed in between, or anything where none is named. */
type IsChanged = (path?: string) => boolean

function findReadAgain(part: Part, call: Part, source: Source, isChanged: IsChanged): Found | null {
  if (!readCallActs(call).some(({ kind }) => kind === 'read')) return null
  const keys = [...new Set(readLineKeys(part))]
  const known = listPaths(part, call).flatMap((path) => {
    if (isChanged(path)) return []
    const shown = (source.filesByName.get(readFileName(path)) ?? []).flatMap(([other, lines]) =>
      isSameFile(path, other) ? [lines] : [],
    )
    const places = keys.map((key) => shown.map((lines) => lines.get(key)).find((at) => at !== undefined))
    const said = findMostFrequent(places.filter((at) => at !== undefined))
    return said === undefined
      ? []
      : [{ path, keys: keys.filter((_, index) => places[index] !== undefined), said }]
  })
  const most = known.toSorted((a, b) => b.keys.length - a.keys.length)
  const [first] = most
  if (first === undefined) return null
  const shared = new Set(most.flatMap((one) => one.keys))
  // Of a result that shows several files, those that it shows enough lines of.
  const texts = most.filter((one) => one === first || one.keys.length >= least.lines).map(({ path }) => path)
  return { kind: 'read-again', texts, said: first.said, keys: [...shared], least: least.lines }
}

function findMostFrequent(places: readonly At[]): At | undefined {
  const counts = new Map<At, number>()
  for (const at of places) counts.set(at, (counts.get(at) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => a - b).at(-1)?.[0]
}

function findRunAgain(part: Part, call: Part, source: Source, isChanged: IsChanged): Found | null {
  const key = readInspection(call)
  const ran = key === null ? undefined : source.runs.get(key)
  if (key === null || ran === undefined || isChanged()) return null
  if (source.isChangedFrom(ran.at.messageIndex) || ran.body === '' || ran.body !== readBody(part)) return null
  return { kind: 'run-again', texts: [key], said: ran.at, keys: [...new Set(readLineKeys(part))], least: 1 }
}

/** A result without what a shell puts before it, which tells the time that it took. */
function readBody({ text }: Part): string {
  return (/^(?:Chunk ID|Exit code|Wall time)[^]{0,300}?\nOutput:\n([^]*)$/.exec(text)?.[1] ?? text).trim()
}

function countDistinctLines(part: Part): number {
  return new Set(readLineKeys(part)).size
}

function indexCalls(parts: Conversation['parts']): ReadonlyMap<string, Part> {
  return new Map(
    parts
      .flat()
      .flatMap((part) =>
        part.kind === 'tool-call' && part.toolCallId !== undefined ? [[part.toolCallId, part]] : [],
      ),
  )
}
