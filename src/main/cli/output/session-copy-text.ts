import type { SessionCopy, WrittenSession, WrittenState } from '../../../shared/domain/session-copy.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import {
  addedOnResume,
  addedWords,
  leftOutWords,
  stepWords,
  writtenStateWords,
} from '../../../shared/words/session-copy.ts'
import { shellWord } from '../../../shared/lib/shell-word.ts'
import { formatTime } from './figures.ts'

/** A copy that would be or was written, with the commands that continue it. */
export function copyText(copy: SessionCopy, isWritten: boolean): string {
  const { files, messages, leftOut, added, trial, commands, steps = [], cwd, isInStorage } = copy
  const verb = isWritten ? 'Wrote' : 'Would write'
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${title}: ${items.join('; ')}.`]
  return [
    `${verb} ${countOf(messages, 'message')} for ${trial.agent}:`,
    ...files.map(({ path }) => `  ${path}`),
    ...list('Left out', leftOutWords(leftOut)),
    ...list('Added', addedWords(added)),
    addedOnResume,
    trial.version === null
      ? `Not tried with the real ${trial.agent}.`
      : `Tried with ${trial.agent} ${trial.version}.`,
    ...(isInStorage ? [] : [`${trial.agent} does not look there by itself.`]),
    'To continue:',
    `  cd ${shellWord(cwd)}`,
    ...commands.map((command) => `  ${command.map(shellWord).join(' ')}`),
    ...stepWords(steps).map((words) => `  ${words}`),
    '',
  ].join('\n')
}

/** What was written, a line each. */
export function writtenText(
  sessions: readonly (WrittenSession & { readonly state: WrittenState })[],
): string {
  if (sessions.length === 0) return 'Nothing was written into the folders of agents.\n'
  return sessions
    .flatMap(({ id, writtenTs, trial, arm, title, files, state }) => [
      `${id}  ${formatTime(writtenTs)}  ${trial.agent}  ${arm}  ${writtenStateWords[state]}  ${title}`,
      ...files.map(({ path }) => `    ${path}`),
    ])
    .join('\n')
    .concat('\n')
}
