import { z } from 'zod'

/** What a sentence is made of, by name: numbers, names, and lists of them. */
export const figuresSchema = z.record(z.string(), z.unknown())
export type Figures = Readonly<z.infer<typeof figuresSchema>>
