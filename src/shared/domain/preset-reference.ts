/** A preset as a run names it: `id`, or `id@version` for a certain version of it. */
export type PresetReference = { readonly id: string; readonly version: number | null }

/** Reads `id` or `id@version`. Ids hold no `@`, so a text with another ending is an id that nobody has. */
export function parsePresetReference(text: string): PresetReference {
  const [, id, version] = /^(.+)@([1-9]\d{0,8})$/.exec(text) ?? []
  return id === undefined ? { id: text, version: null } : { id, version: Number(version) }
}

/** Writes `id@version`. */
export function presetReferenceText(id: string, version: number): string {
  return `${id}@${version}`
}
