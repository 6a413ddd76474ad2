import { z } from 'zod'
import { describeError } from '../kernel/describe-error.ts'
import '../kernel/plain-issues.ts'
import { parseJson } from '../kernel/json-values.ts'
import { escapeControls } from '../kernel/show-controls.ts'
import { presetDescriptionSchema, presetLabelSchema } from './preset-entry-types.ts'
import { presetIdSchema } from './preset-reference-types.ts'
import { settingsSchema } from './provider-types.ts'

export const presetFileFormat = 'dewpoint-preset'

const versionSchema = z.literal(1, {
  error: ({ input }) =>
    typeof input === 'number' && input > 1
      ? `is ${input}: a newer Dewpoint wrote this file`
      : 'must be 1, the version of the format',
})

/** A preset as a file that people can share. `version` is that of the format. */
export const presetFileSchema = z.strictObject({
  /** For editors; ignored when the file is read. */
  $schema: z.string().optional(),
  format: z.literal(presetFileFormat, { error: `must be "${presetFileFormat}"` }),
  version: versionSchema,
  providerId: z.string().min(1, 'must name a provider'),
  id: presetIdSchema,
  label: presetLabelSchema,
  description: presetDescriptionSchema.default(''),
  settings: settingsSchema,
})
export type PresetFile = Readonly<z.infer<typeof presetFileSchema>>

/** What does not fit in a file: `path` leads to it and is empty where the text as a whole is meant. */
export type PresetFileIssue = { readonly path: readonly (string | number)[]; readonly message: string }

export type ReadPresetFile =
  | { readonly ok: true; readonly file: PresetFile }
  | { readonly ok: false; readonly issues: readonly [PresetFileIssue, ...PresetFileIssue[]] }

/** Reads the text of a preset file. Whether the settings fit the provider is for the provider to say. */
export function readPresetFile(text: string): ReadPresetFile {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const reason = describeError(error)
    return { ok: false, issues: [{ path: [], message: `is not JSON: ${reason}` }] }
  }
  const parsed = presetFileSchema.safeParse(value)
  if (parsed.success) return { ok: true, file: parsed.data }
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    message,
  }))
  const [first = { path: [], message: 'is no preset' }, ...others] = issues
  return { ok: false, issues: [first, ...others] }
}

/** The text of a preset file, keys always in the same order. */
export function writePresetFile(preset: Omit<PresetFile, '$schema' | 'format' | 'version'>): string {
  const { providerId, id, label, description, settings } = preset
  const file: PresetFile = {
    format: presetFileFormat,
    version: 1,
    providerId,
    id,
    label,
    description,
    settings,
  }
  return `${escapeControls(JSON.stringify(file, null, 2))}\n`
}
