import type { PartKind } from '../../../shared/domain/part.ts'
import type { InvariantRule, Violation } from '../../../shared/domain/violation.ts'
import type { Fact, FactClassId, Place } from '../facts/fact.ts'
import type { Subject } from './subject.ts'

/** A fact, and where the condensed context states it; empty where it is lost. */
export type FactFate = { readonly fact: Fact; readonly now: readonly Place[] }

/** Something that tool calls did, and where the condensed context still says so. */
export type ArtifactFate = {
  /** A path, or the first line of a command. */
  readonly name: string
  /** What was done, in order of first occurrence; a file may be read and then edited. */
  readonly acts: readonly string[]
  /** Messages of the source in which it was done. */
  readonly messageIndices: readonly number[]
  readonly now: readonly Place[]
}

/** What a number rests on: data for a screen to show, never text to be read out of. */
export type Evidence =
  | { readonly kind: 'tokens'; readonly rows: readonly TokenRow[] }
  | { readonly kind: 'rules'; readonly rows: readonly RuleRow[] }
  | { readonly kind: 'facts'; readonly facts: readonly FactFate[] }
  | {
      readonly kind: 'continuation'
      readonly facts: readonly FactFate[]
      /** The same share for messages of the source chosen at random, as many tokens as the result has. */
      readonly chance: number
      readonly byClass: readonly {
        readonly classId: FactClassId
        readonly used: number
        readonly kept: number
      }[]
    }
  | {
      readonly kind: 'artifacts'
      readonly artifacts: readonly ArtifactFate[]
      /** Files that the context names though nothing in the source knows them. */
      readonly invented: readonly { readonly name: string; readonly now: readonly Place[] }[]
    }
  | { readonly kind: 'measured' }

export type TokenRow = { readonly kind: PartKind; readonly before: number; readonly after: number }
export type RuleRow = { readonly rule: InvariantRule; readonly violations: readonly Violation[] }

export type Measurement = { readonly value: number; readonly evidence: Evidence }

export const metricUnits = ['percent', 'tokens', 'share', 'usd', 'milliseconds'] as const
export type MetricUnit = (typeof metricUnits)[number]

/** One number about a condensation. Shares lie between 0 and 1. */
export type Metric = {
  readonly id: string
  readonly label: string
  /** Which of two values is the better one. */
  readonly direction: 'higher' | 'lower'
  readonly unit: MetricUnit
  /** Null where there is nothing to measure: no fact of the class, no continuation. */
  readonly measure: (subject: Subject) => Measurement | null
}
