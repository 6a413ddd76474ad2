import type { Autopsied } from '../../../shared/domain/autopsy.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { callActs } from '../../engine/facts/call-acts.ts'
import type { RecordedRun } from '../../record/recorded-run.ts'
import type { AutopsySizes } from './autopsy.ts'

/** Messages that a condensation hid, those that stood after it, and how much the former are. */
export type HiddenParts = {
  readonly indices: ReadonlySet<number>
  readonly standing: ReadonlySet<number>
  readonly figures: NonNullable<Autopsied['hidden']>
}

/** One file that a call read, and where its result stands. */
type Read = {
  readonly path: string
  readonly messageIndex: number
  readonly tokens: number
  /** The same result in another place, or cleared; `stub` where little of it is left. */
  readonly copy: 'whole' | 'stub' | null
}

/**
 * For each condensation the files that it hid and that the agent read again afterwards. A file that was hidden twice
 * counts to the last condensation before it was read, and each file once; one of which another read still stands was not
 * missing.
 */
export function readAgainBy(
  { sizes: { parts }, requests }: RecordedRun,
  hidden: readonly (HiddenParts | null)[],
  sizes: AutopsySizes,
): readonly Autopsied['readAgain'][] {
  const reads = readsIn(parts, sizes)
  const missing = hidden.map((one) => missingAfter(one, reads))
  const found = hidden.map((): Read[] => [])
  for (const read of reads) {
    if (read.copy !== null) continue
    const by = missing.findLastIndex(({ paths, end }) => paths.has(read.path) && read.messageIndex > end)
    if (by === -1) continue
    found[by]?.push(read)
    for (const { paths, end } of missing) if (read.messageIndex > end) paths.delete(read.path)
  }
  return found.map((own) => {
    const costs = own.map(({ messageIndex, tokens }) => costAt(requests, messageIndex, tokens))
    return {
      results: own.length,
      tokens: Math.round(own.reduce((total, { tokens }) => total + tokens, 0)),
      costUsd: costs.every((cost) => cost !== null) ? costs.reduce((total, cost) => total + cost, 0) : null,
      paths: own.map(({ path }) => path),
    }
  })
}

/** Files of which a condensation left no read standing, and the last message that had been written by then. */
function missingAfter(
  hidden: HiddenParts | null,
  reads: readonly Read[],
): { readonly paths: Set<string>; readonly end: number } {
  if (hidden === null) return { paths: new Set(), end: Infinity }
  const { indices, standing } = hidden
  const stands = new Set(
    reads.flatMap(({ path, messageIndex, copy }) =>
      standing.has(messageIndex) && copy !== 'stub' ? [path] : [],
    ),
  )
  const gone = reads.flatMap(({ path, messageIndex }) => (indices.has(messageIndex) ? [path] : []))
  const end = Math.max(...indices, ...standing, -1)
  return { paths: new Set(gone.filter((path) => !stands.has(path))), end }
}

function readsIn(parts: readonly (readonly Part[])[], { partTokens }: AutopsySizes): readonly Read[] {
  const paths = new Map<string, readonly string[]>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call' || part.toolCallId === undefined) continue
    const own = callActs(part).flatMap((act) => (act.kind === 'read' ? [pathOf(act.path)] : []))
    if (own.length > 0) paths.set(part.toolCallId, own)
  }
  const first = new Map<string, number>()
  return parts.flatMap((own, messageIndex) =>
    own.flatMap((part, at): readonly Read[] => {
      const { kind, toolCallId, isError, isHeader, path } = part
      if (kind !== 'tool-result' || isError === true || isHeader === true || toolCallId === undefined)
        return []
      const asked = paths.get(toolCallId)
      if (asked === undefined) return []
      const named = path === undefined ? asked : [pathOf(path)]
      // What shows several files at once is shared out.
      const tokens = (partTokens[messageIndex]?.[at] ?? 0) / named.length
      return named.map((one): Read => {
        const key = `${toolCallId}\n${one}`
        const whole = first.get(key)
        if (whole === undefined) first.set(key, tokens)
        const copy = whole === undefined ? null : tokens < whole / 2 ? 'stub' : 'whole'
        return { path: one, messageIndex, tokens, copy }
      })
    }),
  )
}

function pathOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '')
}

/** What so many tokens cost as new input of the request that first sent a message; null where no price is known. */
function costAt(requests: RecordedRun['requests'], messageIndex: number, tokens: number): number | null {
  const request = requests.find(
    ({ messagesBefore }) => messagesBefore !== null && messagesBefore > messageIndex,
  )
  const prices = request?.prices.value ?? null
  const price = prices?.cacheWrites ?? prices?.input
  return price === undefined ? null : (tokens * price) / 1e6
}
