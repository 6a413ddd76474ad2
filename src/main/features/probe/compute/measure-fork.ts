import { sum, sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import type { ForkFigures } from '../../../../shared/probe/probe-types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { normalisePath } from '../../../measure/facts/path-class.ts'
import { readCallActs } from '../../../measure/facts/read-call-acts.ts'
import { findBans, findBrokenBans } from '../../../measure/judged/find-bans.ts'
import { collectLineKeys, computeHeldShare, findNeeded } from '../../../measure/needed/find-needed.ts'
import { isInspection } from '../../../measure/needed/is-inspection.ts'
import type { RecordedRequest } from '../../../record/recorded-run.ts'

/** A fork as it is measured: the history at the cut, what a method left of it, and what the agent then did. */
export type MeasuredFork = {
  readonly source: Conversation
  readonly result: Conversation
  readonly future: Conversation
  /** Requests that belong to `future`. */
  readonly requests: readonly RecordedRequest[]
  readonly condensed: number
}

/** Most names of one figure that are kept. */
const mostNames = 20

/** What an agent did after a cut, and what it did once more because it no longer knew. */
export function measureFork({ source, result, future, requests, condensed }: MeasuredFork): ForkFigures {
  const usages = requests.flatMap(({ usage }) => usage.value ?? [])
  const total = (pick: (usage: (typeof usages)[number]) => number): number => sum(usages.map(pick))
  const costs = requests.map(({ costUsd }) => costUsd.value)
  const [first] = usages
  const needed = findNeeded(source, { conversation: future, from: 0 })
  const held = collectLineKeys(result)
  const repeated = listRepeatedChanges(source, future)
  const acts = future.parts.flat().flatMap((part) => readCallActs(part))
  const broken = findBrokenBans(findBans(source.parts), acts)
  return {
    turns: requests.length,
    costUsd: requests.length === 0 ? 0 : addKnown(costs),
    firstTurnsUsd: requests.length === 0 ? 0 : addKnown(costs.slice(0, 3)),
    tokens: {
      input: total(({ input }) => input),
      cacheReads: total(({ cacheReads }) => cacheReads),
      cacheWrites: total(({ cacheWrites }) => cacheWrites),
      output: total(({ output }) => output),
    },
    firstWriteTokens: first === undefined ? 0 : first.input + first.cacheWrites,
    again: {
      ...nameFirst(needed.flatMap(({ texts }) => texts)),
      count: needed.length,
      tokens: Math.round(sum(needed.map(({ tokens }) => tokens))),
      missing: needed.filter((thing) => computeHeldShare(thing, held) < 0.5).length,
    },
    repeated: nameFirst(repeated),
    broken: nameFirst(broken.map(({ rule }) => rule)),
    condensed,
  }
}

/** The sum of amounts of which all are known; null otherwise. */
function addKnown(amounts: readonly (number | null)[]): number | null {
  return amounts.includes(null) ? null : sumKnown(amounts)
}

function nameFirst(names: readonly string[]): { readonly count: number; readonly names: string[] } {
  return { count: names.length, names: names.slice(0, mostNames).map((name) => name.slice(0, 200)) }
}

/** Files that an agent changed, as they are named in its calls, in order. */
export function listChangedPaths({ parts }: Pick<Conversation, 'parts'>): readonly string[] {
  const paths = parts.flat().flatMap((part) =>
    readCallActs(part).flatMap((act) => {
      if (act.kind === 'read' || act.kind === 'command') return []
      return act.kind === 'move' ? [act.path, act.to] : [act.path]
    }),
  )
  return [...new Set(paths.map(normalisePath))]
}

/** Calls that change something, word for word as one that was made before and went well. */
function listRepeatedChanges(source: Conversation, future: Conversation): readonly string[] {
  const failed = new Set(
    source.parts
      .flat()
      .flatMap((part) => (part.kind === 'tool-result' && part.isError === true ? [part.toolCallId] : [])),
  )
  const done = new Set(
    source.parts
      .flat()
      .flatMap((part) => (changes(part) && !failed.has(part.toolCallId) ? [nameCall(part)] : [])),
  )
  return future.parts
    .flat()
    .flatMap((part) => (changes(part) && done.has(nameCall(part)) ? [nameCall(part)] : []))
}

const nameCall = ({ toolName = '', text }: Part): string => `${toolName} ${text}`

/** Whether a call changes a file, or runs what does more than look. */
function changes(part: Part): boolean {
  return readCallActs(part).some((act) =>
    act.kind === 'command' ? !isInspection(act.command) : act.kind !== 'read',
  )
}
