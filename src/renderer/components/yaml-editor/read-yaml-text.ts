import { parseDocument } from 'yaml'
import { z } from 'zod'
import { settingsSchema, type Settings } from '../../../shared/domain/provider.ts'

/** A file in the making as the form reads it: any object; whether it fits is for the engine to say. */
export type ReadText = { readonly value: Settings } | { readonly error: string }

/** Aliases that a text of this size could need; more of them are an attack on the memory of the window. */
const mostAliases = 100
const jsonSchema = z.json()

/** Reads the YAML beside the form; a sentence where it is none, or no object. `firstKey` is the key that it begins with. */
export function readYamlText(text: string, firstKey: string): ReadText {
  try {
    const document = parseDocument(text, { prettyErrors: false, strict: true })
    const [error] = document.errors
    if (error !== undefined) return { error: error.message }
    const parsed = jsonSchema.safeParse(document.toJS({ maxAliasCount: mostAliases }))
    if (!parsed.success)
      return { error: 'The YAML holds something that is neither text, number, list nor map.' }
    if (parsed.data === null) return { value: {} }
    const value = settingsSchema.safeParse(parsed.data)
    return value.success && !Array.isArray(parsed.data)
      ? { value: value.data }
      : { error: `The file is a map: \`${firstKey}: …\` on a line of its own.` }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is not YAML.' }
  }
}
