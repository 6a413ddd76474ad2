import type { ModelProfile } from '../../models/model-profile-types.ts'
import type { WrittenSession } from '../../take-home/session-copy-types.ts'
import type { WrittenSettings } from '../../take-home/use-plan-types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'

/** What a person reads before they confirm a thing of a restored backup; a sentence each. */
export const asleepWords = {
  key: (variable: string, origin: string): string => `The key in ${variable} may go to ${origin}.`,
  arm: (question: string): string => `This may run or be asked as a method: ${question}.`,
  model: ({ id, name, vendor, model, baseUrl, recording }: ModelProfile): string => {
    const where =
      recording !== null
        ? `answers from the file ${recording.file}`
        : `asks ${model} at ${baseUrl ?? `the address of ${vendor}`}`
    return `The model profile ${id} (${name}) ${where}.`
  },
  settings: ({ label, path, backup }: WrittenSettings): string =>
    `Settings of ${label} may be taken back: ${path} ${backup === null ? 'is removed' : `becomes what ${backup} holds`}.`,
  session: ({ title, trial, files }: WrittenSession): string =>
    `A copy of the session “${title}” for ${trial.agent} may be removed: ${files.map(({ path }) => path).join(', ')}.`,
  folder: (path: string): string => `The browser may open ${path}.`,
  watchedFolder: (path: string): string => `Histories are looked for in ${path}.`,
} as const

/** After a restore, and wherever things wait: how many do nothing yet. */
export function describeAsleep(count: number): string {
  return `${formatCountWithNoun(count, 'thing')} of the backup would act outside of Dewpoint and ${count === 1 ? 'does' : 'do'} nothing until you confirm ${count === 1 ? 'it' : 'each'}: see \`dewpoint restored\`.`
}

/** The same for whoever opens the workbench. */
export function buildAsleepProblem(count: number): { readonly message: string; readonly hint: string } {
  return {
    message: `${formatCountWithNoun(count, 'thing')} of a restored backup ${count === 1 ? 'waits' : 'wait'} to be confirmed.`,
    hint: 'Until then they do nothing. See Settings, or `dewpoint restored`.',
  }
}
