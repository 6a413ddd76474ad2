import { z } from 'zod'

/** A column that holds 0 for no and anything else for yes: SQLite has no booleans. */
export const flagColumn = z.number().transform((value) => value !== 0)
