import { z } from 'zod'
import { presetIdSchema } from './preset-reference-types.ts'
import { settingsSchema } from './provider-types.ts'

export const presetLabelSchema = z.string().trim().min(1, 'takes at least one character').max(100)
export const presetDescriptionSchema = z.string().trim().max(500)

/** Versions count from 1 and are never changed: a run names the one that it used. */
export const presetVersionSchema = z.object({
  version: z.int().min(1),
  /** Complete for presets of one's own, so that they mean the same when defaults change. */
  settings: settingsSchema,
  /** Why it was saved; may be empty. */
  note: z.string(),
  createdTs: z.number(),
})
export type PresetVersion = Readonly<z.infer<typeof presetVersionSchema>>

/** A preset with its history, built in or of one's own. One id of a provider is one preset. */
export const presetEntrySchema = z.object({
  providerId: z.string(),
  id: presetIdSchema,
  label: presetLabelSchema,
  /** May be empty. */
  description: presetDescriptionSchema,
  /** Ships with Dewpoint and can neither be changed nor removed. */
  isBuiltIn: z.boolean(),
  /** Ascending. Built-in presets have one. */
  versions: z.array(presetVersionSchema).min(1),
})
export type PresetEntry = Readonly<z.infer<typeof presetEntrySchema>>

/** The newest version of a preset. */
export function pickNewestVersion({ versions }: Pick<PresetEntry, 'versions'>): PresetVersion {
  const newest = versions.at(-1)
  if (newest === undefined) throw new Error('A preset has at least one version')
  return newest
}
