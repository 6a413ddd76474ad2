import type { z } from 'zod'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { parseSettings } from '../../../ui/components/schema-form/settings-value.ts'

/** JSON that was read: complete settings, or why it is none, each sentence with its path. */
export type TextReading = { readonly settings: Settings } | { readonly problems: readonly string[] }

/** Settings with every default in its place, or what does not fit. */
export type SettingsCheck =
  | { readonly settings: Settings; readonly issues: readonly [] }
  | { readonly settings: null; readonly issues: readonly SettingIssue[] }

/** Holds settings against a schema, as the provider does. */
export function checkSettings(schema: z.ZodType, settings: Settings): SettingsCheck {
  const parsed = schema.safeParse(settings)
  if (parsed.success) return { settings: settingsSchema.parse(parsed.data), issues: [] }
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    message,
  }))
  return { settings: null, issues }
}

/** Reads the JSON beside the form. */
export function readSettingsText(schema: z.ZodType, text: string): TextReading {
  const parsed = parseSettings(text)
  if ('error' in parsed) return { problems: [parsed.error] }
  const { settings, issues } = checkSettings(schema, parsed.settings)
  return settings === null ? { problems: issues.map(formatIssue) } : { settings }
}

/** `passes.0.id: The id a is taken by another pass.` */
export function formatIssue({ path, message }: SettingIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}
