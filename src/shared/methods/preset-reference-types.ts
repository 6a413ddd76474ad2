import { z } from 'zod'

/** A preset as a run names it: `id`, or `id@version` for a certain version of it. */
export type PresetReference = { readonly id: string; readonly version: number | null }

/** Reads `id` or `id@version`. Ids hold no `@`, so a text with another ending is an id that nobody has. */
export function parsePresetReference(text: string): PresetReference {
  const [, id, version] = /^(.+)@([1-9]\d{0,8})$/.exec(text) ?? []
  return id === undefined ? { id: text, version: null } : { id, version: Number(version) }
}

/** Writes `id@version`. */
export function formatPresetReference(id: string, version: number): string {
  return `${id}@${version}`
}

const longest = 60

/** Name of a preset on the command line, in files and in runs; unique among the presets of its provider. */
export const presetIdSchema = z
  .string()
  .max(longest, `takes at most ${longest} characters`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'takes lowercase letters, digits and single dashes between them')

/** An id made of a label that is not among those taken: `My preset` becomes `my-preset`, then `my-preset-2`. */
export function createPresetId(label: string, taken: readonly string[]): string {
  // Accents are taken off, so that "Équilibré" keeps its letters.
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? ['preset']
  // Room for a number of five digits.
  const base = words
    .join('-')
    .slice(0, longest - 6)
    .replace(/-$/, '')
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id)) return id
  }
}
