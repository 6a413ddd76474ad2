import type { Item } from '../../../src/main/agents/testing/wire-items.ts'
import { itemText } from '../compare-requests.ts'

/** How a request of a resumed agent compares with what was written. */
export type RequestFinding = {
  /** Items that were meant: texts, calls and results. */
  readonly items: number
  /** What the agent put in by itself. */
  readonly added: readonly string[]
  /** What is not as it was meant, in words; empty where all is. */
  readonly problems: readonly string[]
}

/** Holds a request to what was meant: every item in its order, and nothing besides but what the agent is known to add. */
export function judgeRequest(
  sent: readonly Item[],
  meant: readonly Item[],
  adds: readonly { readonly reason: string; readonly fits: (item: Item) => boolean }[],
): RequestFinding {
  const problems: string[] = []
  const added = new Set<string>()
  let at = 0
  for (const item of sent) {
    if (JSON.stringify(item) === JSON.stringify(meant[at])) {
      at += 1
      continue
    }
    const known = adds.find(({ fits }) => fits(item))
    if (known === undefined) problems.push(`sent ${itemText(item)}, meant ${itemText(meant[at] ?? null)}`)
    else added.add(known.reason)
  }
  if (at < meant.length) problems.push(`${meant.length - at} of ${meant.length} not sent in their place`)
  const calls = meant.flatMap(([kind, id]) => (kind === 'call' ? [id] : []))
  if (new Set(calls).size < calls.length) problems.push('two calls have one id')
  return { items: meant.length, added: [...added], problems: problems.slice(0, 4) }
}
