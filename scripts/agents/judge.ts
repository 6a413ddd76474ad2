import type { Item } from '../../src/main/agents/testing/wire-items.ts'
import { formatCountWithNoun } from '../../src/shared/kernel/format-count-with-noun.ts'
import type { Driver } from './agent.ts'
import type { ArmFinding } from './compare-arm.ts'
import { compareRequests, differenceText } from './compare-requests.ts'
import type { RequestKind } from './server/request-kind.ts'

/** What came of an agent. */
export type Result =
  | {
      readonly kind: 'skipped' | 'broken'
      readonly name: string
      readonly version: string
      readonly reason: string
    }
  | (Finding & { readonly kind: 'compared' })

/** What a comparison found. */
export type Finding = {
  readonly name: string
  readonly version: string
  /** Turns that were sent. */
  readonly requests: number
  readonly equal: number
  /** Condensations that the reader tells, and those of them that were asked for by hand. */
  readonly condensations: number
  readonly condensedByHand: number
  /** Known differences, and in how many requests each. */
  readonly known: readonly { readonly reason: string; readonly requests: number }[]
  /** Everything else, in words. */
  readonly unknown: readonly string[]
  readonly refusedHosts: readonly string[]
  /** What the arm that follows the agent was held to. */
  readonly arm: ArmResult
}

/** An arm with what came of each condensation. */
export type ArmResult = { readonly id: string; readonly findings: readonly ArmFinding[] }

/** What there is to judge. */
export type Case = {
  readonly name: string
  readonly version: string
  readonly driver: Pick<Driver, 'condensedByHand' | 'known'>
  /** Kinds of all requests, in order. */
  readonly kinds: readonly RequestKind[]
  readonly sent: readonly (readonly Item[])[]
  readonly read: readonly (readonly Item[])[]
  /** Condensations that the reader tells. */
  readonly condensations: number
  readonly refusedHosts: readonly string[]
  readonly arm: ArmResult
}

/** Says what is equal, and names what is not. */
export function judge({ driver, ...found }: Case): Result {
  const { name, version, kinds, sent, read, condensations, refusedHosts, arm } = found
  const differences = compareRequests(sent, read).map((difference) => ({
    text: differenceText(difference),
    reason: driver.known?.find(({ fits }) => fits(difference))?.reason ?? null,
  }))
  const reasons = differences.flatMap(({ reason }) => reason ?? [])
  return {
    kind: 'compared',
    name,
    version,
    requests: sent.length,
    equal: Math.max(sent.length, read.length) - differences.length,
    condensations,
    condensedByHand: driver.condensedByHand,
    known: [...new Set(reasons)].map((reason) => ({
      reason,
      requests: reasons.filter((other) => other === reason).length,
    })),
    unknown: [
      ...differences.filter(({ reason }) => reason === null).map(({ text }) => text),
      ...condensationFaults(roundsOf(kinds), condensations, driver.condensedByHand),
      ...arm.findings.flatMap(({ unknown }) => (unknown === null ? [] : [`arm ${arm.id}: ${unknown}`])),
    ],
    refusedHosts,
    arm,
  }
}

/** Requests for summaries that follow each other are one condensation. */
function roundsOf(kinds: readonly RequestKind[]): number {
  return kinds.filter((kind, at) => kind === 'summary' && kinds[at - 1] !== 'summary').length
}

function condensationFaults(sent: number, read: number, byHand: number): readonly string[] {
  return [
    ...(sent > byHand
      ? []
      : [
          `it did not condense by itself: ${formatCountWithNoun(sent, 'summary', 'summaries')}, ${byHand} to be made by hand`,
        ]),
    ...(sent === read ? [] : [`${formatCountWithNoun(sent, 'condensation')} asked for, ${read} told`]),
  ]
}
