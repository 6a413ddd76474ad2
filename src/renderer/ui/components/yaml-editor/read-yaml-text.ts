import { parseDocument } from 'yaml'
import { z } from 'zod'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'

/** A draft as the form reads it: any object, which the engine validates. */
export type ReadText = { readonly value: Settings } | { readonly error: string }

/** Most aliases that are resolved. A text with more of them could exhaust the memory of the window. */
const mostAliases = 100
const jsonSchema = z.json()

/** Reads the YAML beside the form, or says why it is not an object. `firstKey` is the key that it begins with. */
export function readYamlText(text: string, firstKey: string): ReadText {
  try {
    const document = parseDocument(text, { prettyErrors: false, strict: true })
    const [error] = document.errors
    if (error !== undefined) return { error: error.message }
    const parsed = jsonSchema.safeParse(document.toJS({ maxAliasCount: mostAliases }))
    if (!parsed.success) return { error: 'The YAML has a value that is neither text, number, list nor map.' }
    if (parsed.data === null) return { value: {} }
    const value = settingsSchema.safeParse(parsed.data)
    return value.success && !Array.isArray(parsed.data)
      ? { value: value.data }
      : { error: `The file must be a map: \`${firstKey}: …\` on a line of its own.` }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is not YAML.' }
  }
}
