import type { Part } from '../../../shared/kernel/part.ts'

/**
 * A ledger may speak of calls that are still in the conversation. It then ends with a mark of them, so that the next
 * ledger does not count them twice: a hash of all calls from the first on. Where one of them was changed or is gone,
 * the mark is found no more, and what is left of them counts again.
 */
export function markLine(mark: string): string {
  return `Speaks of the calls that follow, too, as far as mark ${mark}.`
}

/** The mark that a line of a ledger names. */
export function readCallMark(line: string): string | undefined {
  return /^Speaks of the calls that follow, too, as far as mark ([0-9a-f]{8})\.$/.exec(line)?.[1]
}

/** The mark after each message; null before the first call. */
export function listCallMarks(parts: readonly (readonly Part[])[]): (string | null)[] {
  let hash = offsetBasis
  let hasCalls = false
  return parts.map((own) => {
    for (const part of own) {
      if (part.kind !== 'tool-call') continue
      hasCalls = true
      hash = hashOn(hash, `${part.text}\n`)
    }
    return hasCalls ? hash.toString(16).padStart(8, '0') : null
  })
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
const offsetBasis = 0x811c9dc5
const prime = 0x01000193

function hashOn(start: number, text: string): number {
  let hash = start
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime) >>> 0
  return hash
}
