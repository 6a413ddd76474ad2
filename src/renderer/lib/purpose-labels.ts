import type { PromptPurpose } from '../../shared/prompts/prompt-types.ts'

/** What prompts ask for, as people say it. */
export const purposeLabels: Readonly<Record<PromptPurpose, string>> = {
  conversation: 'For conversations',
  'tool-output': 'For the output of a tool',
}
