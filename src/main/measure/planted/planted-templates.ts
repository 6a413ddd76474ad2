import { z } from 'zod'
import written from '../../../../resources/planted/planted-templates.json' with { type: 'json' }
import { plantedKindSchema } from '../../../shared/planted/planted-types.ts'

const texts = z.array(z.string()).min(1)

const formSchema = z.object({
  /** What the texts name, as patterns: words of the lists, `code` and `number` in braces. */
  slots: z.record(z.string(), z.string()),
  question: z.string(),
  /** In their order; the last one is true. Words of `said`, or the name of a list of them. */
  states: z.array(z.object({ forms: texts, said: z.union([z.string(), texts]) })).min(1),
  distractors: texts,
})
export type PlantedForm = Readonly<z.infer<typeof formSchema>>

/** The words that planted items are made of. */
export const plantedTemplates = z
  .object({
    words: z.record(z.string(), texts),
    sayings: z.record(z.string(), texts),
    plants: z.array(
      z.object({
        kind: plantedKindSchema,
        /** Who says it in the session, or that a command prints it and nobody says it again. */
        by: z.enum(['person', 'agent', 'tool']),
        /** Items of each history, and how many more there may be. */
        always: z.int(),
        sometimes: z.int(),
        forms: z.array(formSchema).min(1),
      }),
    ),
  })
  .parse(written)
