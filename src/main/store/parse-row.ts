import type { z } from 'zod'
import { StoreFailure } from './store-failure.ts'

/** Checks a row against its schema; a row that does not fit is damage, and named as such. */
export function parseRow<T extends z.ZodType>(schema: T, row: unknown, table: string): z.output<T> {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new StoreFailure({
    code: 'corrupt',
    message: `A row of ${table} is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    where: table,
    hint: 'It was left as it is. Run the doctor; it checks the database.',
    cause: parsed.error,
  })
}
