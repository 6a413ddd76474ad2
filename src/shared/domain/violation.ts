import { z } from 'zod'

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
})
export type Violation = Readonly<z.infer<typeof violationSchema>>
