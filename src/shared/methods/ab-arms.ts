import { z } from 'zod'
import type { Arm, OutcomeSummary } from '../condense/outcome-types.ts'
import { hashFnv1a } from '../kernel/hash-fnv1a.ts'
import { type MethodChoice, methodChoiceSchema } from './method-choice-types.ts'
import type { Settings } from './provider-types.ts'

/** Id of the strategy that assigns arms. */
export const abStrategyId = 'ab'

const armsSchema = z.object({ arms: z.array(methodChoiceSchema) })

/** `A` for the first arm. */
export function formatArmLetter(at: number): string {
  return String.fromCodePoint(65 + at)
}

/** One of some arms, as runs keep it. */
export function buildArm(arms: readonly MethodChoice[], at: number): Arm {
  const whole = arms.map(({ providerId, presetId = null, settings = {} }) => [providerId, presetId, settings])
  return {
    letter: formatArmLetter(at),
    of: arms.map(describeStep),
    set: hashFnv1a(JSON.stringify(whole)).toString(16).padStart(8, '0'),
  }
}

/** What an arm is, in words: `A: native`. */
export function describeArm({ letter, of }: Arm): string {
  return `${letter}: ${of.find((_, at) => formatArmLetter(at) === letter) ?? 'unknown'}`
}

/** A run as far as it says which arm it took. */
type AssignedRun = {
  readonly providerId: string
  readonly settings: Settings
  readonly outcome: Pick<OutcomeSummary, 'attempts' | 'trace'> | null
}

/** The arm that a run took; null where no arm was assigned, and where an assigned run has not kept which. */
export function findRunArm({ providerId, settings, outcome }: AssignedRun): Arm | null {
  const kept = outcome?.attempts.find(({ arm }) => arm !== undefined)?.arm
  if (kept !== undefined) return kept
  if (providerId !== abStrategyId || outcome === null) return null
  return findArmInReasons(
    settings,
    outcome.trace.map(({ reason }) => reason),
  )
}

/** The arm of a run of an older version, which kept it in the sentence about the step that it took. */
export function findArmInReasons(settings: Settings, reasons: readonly string[]): Arm | null {
  const [letter] = reasons.flatMap((reason) => /^Arm ([A-Z]): the key hashes to/.exec(reason)?.[1] ?? [])
  const parsed = armsSchema.safeParse(settings)
  const arms = parsed.success ? parsed.data.arms : []
  const at = arms.findIndex((_, index) => formatArmLetter(index) === letter)
  return at < 0 ? null : buildArm(arms, at)
}

/** A step of a strategy in words, for traces: `smart (balanced)`. */
export function describeStep({ providerId, presetId }: MethodChoice): string {
  return presetId === undefined ? providerId : `${providerId} (${presetId})`
}
