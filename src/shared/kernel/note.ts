import { z } from 'zod'

/** Something to say, by its code; `src/shared/words` has the sentences. */
export const noteSchema = z.object({
  code: z.string(),
  /** What the sentence of the code is filled with. */
  figures: z.record(z.string(), z.unknown()).optional(),
})
