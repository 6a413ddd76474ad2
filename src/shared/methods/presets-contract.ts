import { z } from 'zod'
import { method } from '../api/errors.ts'
import { presetEntrySchema } from './preset-entry-types.ts'
import { settingsSchema } from './provider-types.ts'

/** Ids, labels and descriptions are checked by the handlers, so that the answer says which one takes what. */
const key = z.object({ providerId: z.string(), id: z.string() })
const noteSchema = z.string().trim().max(500)

export const importedPresetSchema = z.object({
  preset: presetEntrySchema,
  /** `unchanged` where the newest version of that id has these very settings. */
  result: z.enum(['created', 'version-added', 'unchanged']),
  /** Names that were read as other ones; absent where there were none. */
  notes: z.array(z.string()).optional(),
})
export type ImportedPreset = Readonly<z.infer<typeof importedPresetSchema>>

export const presetsContract = {
  /** By provider, built-in ones first, then one's own by label. */
  list: method.input(z.object({ providerId: z.string().optional() })).output(z.array(presetEntrySchema)),
  /**
   * Makes a preset, or adds a version to the one with this id; label and description are replaced where they are
   * given. Gives it unchanged where the newest version has these very settings.
   */
  save: method
    .input(
      z.object({
        providerId: z.string(),
        id: z.string(),
        /** The id without it. */
        label: z.string().optional(),
        description: z.string().optional(),
        /** Checked by the provider, and completed with its defaults. */
        settings: settingsSchema,
        note: noteSchema.optional(),
        /** Fails where there is one with this id. */
        mustBeNew: z.boolean().optional(),
      }),
    )
    /** `notes`: names that were read as other ones; absent where there were none. */
    .output(presetEntrySchema.extend({ notes: z.array(z.string()).optional() })),
  /** A preset of one's own with the settings of any other. */
  duplicate: method
    .input(
      key.extend({
        /** The newest without it. */
        version: z.int().min(1).optional(),
        /** Id of the copy; a free one without it. */
        as: z.string().optional(),
        label: z.string().optional(),
      }),
    )
    .output(presetEntrySchema),
  /** The id stays: runs, files and command lines name it. */
  rename: method
    .input(key.extend({ label: z.string(), description: z.string().optional() }))
    .output(presetEntrySchema),
  /** Runs that used it keep their settings. */
  remove: method.input(key).output(z.void()),
  /** The text of a preset file, of the newest version where none is named. */
  export: method
    .input(key.extend({ version: z.int().min(1).optional() }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /** Takes the text of a preset file: a new preset, or the next version of the one with its id. */
  import: method
    .input(
      z.object({
        text: z.string().max(1_000_000),
        /** Another id than the file's. */
        as: z.string().optional(),
      }),
    )
    .output(importedPresetSchema),
  /** Adds a version with the settings of an older one. */
  restore: method.input(key.extend({ version: z.int().min(1) })).output(presetEntrySchema),
}
