import type { Autopsied } from '../../../../shared/condensations/autopsy-types.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { readCallActs } from '../../../measure/facts/read-call-acts.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import type { AutopsySizes } from './build-autopsy.ts'
import { isWithin, findReadLines, isOverlapping, wholeFile, type Lines } from './find-read-lines.ts'

/** Messages that a condensation hid, those that stood after it, and how much the former are. */
export type HiddenParts = {
  readonly indices: ReadonlySet<number>
  readonly standing: ReadonlySet<number>
  readonly figures: NonNullable<Autopsied['hidden']>
}

/** One file that a call read, and where its result stands. */
type Read = {
  readonly path: string
  readonly lines: Lines
  readonly messageIndex: number
  readonly tokens: number
  /** The same result in another place, or cleared; `stub` where little of it is left. */
  readonly copy: 'whole' | 'stub' | null
}

/**
 * For each condensation the files that it hid and of which the agent read lines again afterwards. Lines that were hidden
 * twice count to the last condensation before they were read, and once; those of which another read still stands were not
 * missing.
 */
export function readAgainBy(
  { sizes: { parts }, requests }: RecordedRun,
  hidden: readonly (HiddenParts | null)[],
  sizes: AutopsySizes,
): readonly Autopsied['readAgain'][] {
  const reads = collectReads(parts, sizes)
  const missing = hidden.map((one) => findMissingReads(one, reads))
  const found = hidden.map((): Read[] => [])
  for (const read of reads) {
    if (read.copy !== null) continue
    const isMissing = ({ path, lines }: Read): boolean =>
      path === read.path && isOverlapping(lines, read.lines)
    const by = missing.findLastIndex(({ gone, end }) => read.messageIndex > end && [...gone].some(isMissing))
    if (by === -1) continue
    found[by]?.push(read)
    for (const { gone, end } of missing)
      if (read.messageIndex > end) for (const one of gone) if (isMissing(one)) gone.delete(one)
  }
  return found.map((own) => {
    const costs = own.map(({ messageIndex, tokens }) => computeRereadCost(requests, messageIndex, tokens))
    return {
      results: own.length,
      tokens: Math.round(own.reduce((total, { tokens }) => total + tokens, 0)),
      costUsd: costs.every((cost) => cost !== null) ? costs.reduce((total, cost) => total + cost, 0) : null,
      paths: [...new Set(own.map(({ path }) => path))],
    }
  })
}

/** Reads of which a condensation left nothing standing, and the last message that had been written by then. */
function findMissingReads(
  hidden: HiddenParts | null,
  reads: readonly Read[],
): { readonly gone: Set<Read>; readonly end: number } {
  if (hidden === null) return { gone: new Set(), end: Infinity }
  const { indices, standing } = hidden
  const stands = reads.filter(({ messageIndex, copy }) => standing.has(messageIndex) && copy !== 'stub')
  const isGone = ({ path, lines, messageIndex }: Read): boolean =>
    indices.has(messageIndex) && !stands.some((one) => one.path === path && isWithin(lines, one.lines))
  const end = [...indices, ...standing].reduce((last, index) => Math.max(last, index), -1)
  return { gone: new Set(reads.filter(isGone)), end }
}

function collectReads(parts: readonly (readonly Part[])[], { partTokens }: AutopsySizes): readonly Read[] {
  const paths = new Map<string, readonly string[]>()
  const lines = new Map<string, Lines>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call' || part.toolCallId === undefined) continue
    const own = readCallActs(part).flatMap((act) => (act.kind === 'read' ? [normalisePath(act.path)] : []))
    if (own.length === 0) continue
    paths.set(part.toolCallId, own)
    // Which of several files a range is of, nobody knows.
    lines.set(part.toolCallId, own.length === 1 ? findReadLines(part) : wholeFile)
  }
  const first = new Map<string, number>()
  return parts.flatMap((own, messageIndex) =>
    own.flatMap((part, at): readonly Read[] => {
      const { kind, toolCallId, isError, isHeader, path } = part
      if (kind !== 'tool-result' || isError === true || isHeader === true || toolCallId === undefined)
        return []
      const asked = paths.get(toolCallId)
      if (asked === undefined) return []
      const named = path === undefined ? asked : [normalisePath(path)]
      // What shows several files at once is shared out.
      const tokens = (partTokens[messageIndex]?.[at] ?? 0) / named.length
      return named.map((one): Read => {
        const key = `${toolCallId}\n${one}`
        const whole = first.get(key)
        if (whole === undefined) first.set(key, tokens)
        const copy = whole === undefined ? null : tokens < whole / 2 ? 'stub' : 'whole'
        return { path: one, lines: lines.get(toolCallId) ?? wholeFile, messageIndex, tokens, copy }
      })
    }),
  )
}

function normalisePath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '')
}

/** What so many tokens cost as new input of the request that first sent a message; null where no price is known. */
function computeRereadCost(
  requests: RecordedRun['requests'],
  messageIndex: number,
  tokens: number,
): number | null {
  const request = requests.find(
    ({ messagesBefore }) => messagesBefore !== null && messagesBefore > messageIndex,
  )
  const prices = request?.prices.value ?? null
  const price = prices?.cacheWrites ?? prices?.input
  return price === undefined ? null : (tokens * price) / 1e6
}
