import { z } from 'zod'

/** What a form is for: an agent's settings, a request to a vendor, or a program. */
export const useKinds = ['agent', 'vendor', 'framework'] as const
export type UseKind = (typeof useKinds)[number]

/** Where an arm can be used. */
export const useTargetSchema = z.object({ id: z.string(), label: z.string(), kind: z.enum(useKinds) })
export type UseTargetInfo = Readonly<z.infer<typeof useTargetSchema>>

export const useLanguages = ['json', 'toml', 'yaml', 'typescript', 'python', 'text'] as const

/** A file of settings with what would change in it. */
export const settingsFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  isThere: z.boolean(),
  /** Unified; empty where nothing would change. */
  diff: z.string(),
  /** SHA-256 of what is there, null where nothing is: what is written is refused where it changed meanwhile. */
  sha256: z.string().nullable(),
})
export type SettingsFile = Readonly<z.infer<typeof settingsFileSchema>>

/** One of the forms in which an arm leaves Dewpoint. */
export const usePlanSchema = z.object({
  target: useTargetSchema,
  arm: z.string(),
  armLabel: z.string(),
  /** The size that it condenses at, and of which window, in tokens; null where the form names none. */
  at: z.object({ tokens: z.int(), windowTokens: z.int() }).nullable(),
  language: z.enum(useLanguages),
  /** What is written or pasted. */
  text: z.string(),
  /** Where it belongs, in words or as a path; empty for a program of its own. */
  place: z.string(),
  /** Null where nothing can be written for the person. */
  file: settingsFileSchema.nullable(),
  /** Packages that the code is for. */
  packages: z.array(z.string()),
  /** What differs from what was measured, and what has to be done besides; a sentence each. */
  notes: z.array(z.string()),
})
export type UsePlan = Readonly<z.infer<typeof usePlanSchema>>

/** Settings that were written into the file of an agent, so that they can be taken back. */
export const writtenSettingsSchema = z.object({
  id: z.string(),
  target: z.string(),
  label: z.string(),
  arm: z.string(),
  /** Absolute. */
  path: z.string(),
  /** Copy of what was there before; null where there was no file. */
  backup: z.string().nullable(),
  /** SHA-256 of what was written. */
  sha256: z.string(),
  /** Milliseconds since 1970. */
  writtenTs: z.number(),
})
export type WrittenSettings = Readonly<z.infer<typeof writtenSettingsSchema>>
