import { z } from 'zod'
import { partKinds } from './part.ts'

/** Context tokens by kind; `prefix` is the system prompt and the tools. */
export const contextByKindSchema = z.partialRecord(z.enum([...partKinds, 'prefix']), z.int())
export type ContextByKind = Readonly<z.infer<typeof contextByKindSchema>>
