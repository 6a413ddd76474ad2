import { z } from 'zod'
import { figuresSchema } from './figures.ts'

/** The rules that every history sent to a model must keep; ids are stable and appear in reports and JSON. */
export const invariantRules = [
  'order-kept',
  'first-kept',
  'last-kept',
  'tool-pairing',
  'unique-tool-ids',
  'no-empty-content',
  'no-message-twice',
  'tool-input-object',
  'roles-legal',
  'images-kept',
  'source-untouched',
] as const
export const invariantRuleSchema = z.enum(invariantRules)
export type InvariantRule = z.infer<typeof invariantRuleSchema>

export const violationSchema = z.object({
  rule: invariantRuleSchema,
  /** Index into the history that was checked, or -1 for the history as a whole. */
  messageIndex: z.number().int(),
  detail: z.string(),
  /** What `detail` says, for scripts. Absent in results of older versions. */
  code: z.string().optional(),
  figures: figuresSchema.optional(),
})
export type Violation = Readonly<z.infer<typeof violationSchema>>
