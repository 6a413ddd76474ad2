/** Texts that take the place of the built-in conversation prompt where settings have none of their own. JSON. */
export type CondensingPrompts = {
  /** For the model of the run; null for the built-in one. */
  readonly own: string | null
  /** For profiles that settings name and that have none of their own. */
  readonly inherited: string | null
  /** Of profiles that settings name. */
  readonly byProfile: Readonly<Record<string, string>>
}

/** The built-in prompt everywhere. */
export const builtInOnly: CondensingPrompts = { own: null, inherited: null, byProfile: {} }

/** Prompt for the model of a profile, or of the run where none is named; null for the built-in one. */
export function selectCondensingPrompt(prompts: CondensingPrompts, profileId?: string): string | null {
  return profileId === undefined ? prompts.own : (prompts.byProfile[profileId] ?? prompts.inherited)
}
