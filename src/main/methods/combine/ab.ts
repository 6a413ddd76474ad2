import { z } from 'zod'
import { hashFnv1a } from '../../../shared/kernel/hash-fnv1a.ts'
import { abStrategyId, buildArm, formatArmLetter, describeStep } from '../../../shared/methods/ab-arms.ts'
import { methodChoiceSchema, type MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { defineStrategy } from './define-strategy.ts'
import { findStepIssues, listStepProfiles } from './steps.ts'

const defaultArms: readonly MethodChoice[] = [
  { providerId: 'native' },
  { providerId: 'smart', presetId: 'balanced' },
]

/** The same key always gets the same arm; with many keys each arm gets its share. */
export const abStrategy = defineStrategy({
  id: abStrategyId,
  label: 'A/B assignment',
  description:
    'One of several providers by a hash of a key, so that the same user or task always gets the same one.',
  settings: z.strictObject({
    key: z.string().max(1000).default('').meta({
      title: 'Key',
      description: 'A user or a task. Where it is empty, the first message is the key.',
    }),
    arms: z
      .array(methodChoiceSchema)
      .min(2)
      .max(26)
      .default(() => [...defaultArms])
      .meta({ title: 'Arms' }),
  }),
  collectProfiles: ({ arms }, find) => listStepProfiles(arms, find),
  findIssues: ({ arms }, find) => arms.flatMap((arm, at) => findStepIssues(arm, ['arms', at], find)),
  travel: async (journey, { key, arms }, _targetTokens, ownKey) => {
    const { at, hash } = assignArm(key === '' ? ownKey : key, arms.length)
    for (const [index, arm] of arms.entries()) {
      const name = formatArmLetter(index)
      if (index === at)
        await journey.take(arm, `Arm ${name}: the key hashes to ${hash}.`, buildArm(arms, index))
      else journey.skip(describeStep(arm), `Arm ${name}: the key is assigned to another.`)
    }
  },
})

/** Which of so many arms a key belongs to: always the same one, and each its share of many keys. */
export function assignArm(key: string, arms: number): { readonly at: number; readonly hash: number } {
  const hash = hashFnv1a(key)
  return { at: hash % arms, hash }
}
