import { z } from 'zod'

/** The arm of an A/B assignment that was taken. Arms of equal sets are comparable with each other. */
export const armSchema = z.object({
  /** `A` for the first. */
  letter: z.string(),
  /** All arms by their names, in order. */
  of: z.array(z.string()),
  /** Hash of all arms with their settings. */
  set: z.string(),
})
export type Arm = Readonly<z.infer<typeof armSchema>>
