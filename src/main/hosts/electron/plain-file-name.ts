import { z } from 'zod'

/** A name that the page proposes for a file: a name alone, for the person or the system chooses the folder. */
export const plainFileNameSchema = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,150}$/u)
