import { z } from 'zod'
import { StoreFailure } from '../store-failure.ts'

/** Checks a row against its schema; a row that does not fit is damage, and named as such. */
export function parseRow<T extends z.ZodType>(schema: T, row: unknown, table: string): z.output<T> {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new StoreFailure({
    code: 'corrupt',
    message: `A row of ${table} is damaged at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`,
    where: table,
    hint: 'It was left as it is. Run the doctor to check the database.',
    cause: parsed.error,
  })
}

/** Reads lists around the rows that do not fit, and remembers those. */
export type ListReader = Readonly<{
  /** Rows of lists that were left out; by table, by what they are called. */
  unreadable: ReadonlyMap<string, ReadonlySet<string>>
  parseRows<T extends z.ZodType>(schema: T, rows: readonly unknown[], table: string): z.output<T>[]
}>

/** A reader that has left out nothing yet. */
export function createListReader(): ListReader {
  const unreadable = new Map<string, Set<string>>()
  return {
    unreadable,
    parseRows(schema, rows, table) {
      return rows.flatMap((row) => {
        const parsed = schema.safeParse(row)
        if (parsed.success) return [parsed.data]
        const names = unreadable.get(table) ?? new Set()
        unreadable.set(table, names.add(formatRowName(row)))
        return []
      })
    },
  }
}

/** The row's id, or all that says which one it is. */
function formatRowName(row: unknown): string {
  const { id } = rowNameSchema.parse(row)
  return id ?? JSON.stringify(row)
}

const rowNameSchema = z.object({ id: z.string().optional().catch(undefined) }).catch({})
