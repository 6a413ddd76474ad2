import { z } from 'zod'

/**
 * Contexts that anybody could make without understanding anything, as many tokens as the variant has: the names in the
 * source by frequency, the words of the variant's own text shuffled, everything marked as done, states guessed from what a
 * thing is, an extract by the rules that figures look with, the last messages, what was said; and the ends of the scale, nothing and the full history.
 */
export const controlIds = [
  'nothing',
  'names',
  'shuffled',
  'all-done',
  'guessed',
  'frequent-lines',
  'extract',
  'last-messages',
  'said',
  'full',
] as const
export const controlIdSchema = z.enum(controlIds)
export type ControlId = z.infer<typeof controlIdSchema>

/** Whether a control is a trick: nothing and the full history are the ends of the scale. */
export function isTrick(id: ControlId): boolean {
  return id !== 'nothing' && id !== 'full'
}

/** What each control scores on a figure; a control without a value is absent. */
export const controlScoresSchema = z.partialRecord(controlIdSchema, z.number())
export type ControlScores = Readonly<z.infer<typeof controlScoresSchema>>

/** A control of a figure over the checkpoints of a variant, and whether the variant beats it. */
export const controlResultSchema = z.object({
  id: controlIdSchema,
  /** Of the control's scores. */
  mean: z.number(),
  /** How much better the variant is, by the direction of the figure; over the checkpoints. */
  lead: z.number(),
  tasks: z.int(),
  /** One-sided, corrected by Holm over the controls; null for the full history, which is no trick. */
  p: z.number().nullable(),
  /** Null for the full history. */
  isBeaten: z.boolean().nullable(),
})
export type ControlResult = Readonly<z.infer<typeof controlResultSchema>>
