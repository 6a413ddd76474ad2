import { z } from 'zod'

/**
 * The same checks, but parsing gives back the very value that was checked. zod's own copy of an object holds the
 * declared keys first, and a history whose keys changed places is no longer byte for byte what the agent wrote.
 */
export function keepVerbatim<T extends z.ZodType>(schema: T): z.ZodType<z.output<T>, z.output<T>> {
  return z.custom<z.output<T>>().superRefine((value, context) => {
    for (const issue of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: issue.path })
    }
  })
}
