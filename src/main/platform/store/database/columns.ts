import { z } from 'zod'

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'is not JSON', input: text })
    return z.NEVER
  }
})

/** A column that holds JSON as text: parsed, then checked. */
export function jsonColumn<T extends z.ZodType>(schema: T): z.ZodPipe<typeof jsonText, T> {
  return jsonText.pipe(schema)
}

/** A column that holds 0 for no and anything else for yes: SQLite has no booleans. */
export const flagColumn = z.number().transform((value) => value !== 0)
