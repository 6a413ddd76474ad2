import type { Item } from '../../src/main/agents/testing/wire-items.ts'

/** The first place at which a request was not what the reader says. Numbers begin with 1. */
export type Difference = {
  readonly request: number
  readonly item: number
  /** How many items differ in all. */
  readonly count: number
  readonly sent: Item | null
  readonly read: Item | null
}

/** Compares what each turn of an agent sent with what its reader says that it sent. */
export function compareRequests(
  sent: readonly (readonly Item[])[],
  read: readonly (readonly Item[])[],
): readonly Difference[] {
  return Array.from({ length: Math.max(sent.length, read.length) }, (_, at) =>
    compareRequest(at + 1, sent[at] ?? [], read[at] ?? []),
  ).flatMap((difference) => difference ?? [])
}

function compareRequest(request: number, sent: readonly Item[], read: readonly Item[]): Difference | null {
  const places = Array.from({ length: Math.max(sent.length, read.length) }, (_, at) => at)
  const others = places.filter((at) => JSON.stringify(sent[at]) !== JSON.stringify(read[at]))
  const [first] = others
  if (first === undefined) return null
  return {
    request,
    item: first + 1,
    count: others.length,
    sent: sent[first] ?? null,
    read: read[first] ?? null,
  }
}

/** A difference in words. */
export function differenceText({ request, item, count, sent, read }: Difference): string {
  const more = count === 1 ? '' : ` and ${count - 1} more`
  return `request ${request}, item ${item}${more}: sent ${itemText(sent)}, read ${itemText(read)}`
}

/** An item in words, short. */
export function itemText(item: Item | null): string {
  if (item === null) return 'nothing'
  const text = item.map((word) => JSON.stringify(word)).join(' ')
  return text.length > 160 ? `${text.slice(0, 120)}… (${text.length} characters)` : text
}
