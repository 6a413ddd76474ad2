import { z } from 'zod'
import { settingsSchema } from './provider-types.ts'

/** What somebody names to have it condense: a method with a preset or its defaults, under settings of its own. */
export const methodChoiceSchema = z.strictObject({
  providerId: z.string().min(1).meta({ title: 'Provider' }),
  presetId: z.string().min(1).optional().meta({ title: 'Preset' }),
  settings: settingsSchema.optional().meta({ title: 'Settings' }),
})
export type MethodChoice = Readonly<z.infer<typeof methodChoiceSchema>>

/** The method that is what the agent itself did at a cut: it answers only where a condensation is recorded. */
export const recordedMethodId = 'recorded'
