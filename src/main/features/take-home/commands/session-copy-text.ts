import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type {
  SessionCopy,
  WrittenSession,
  WrittenState,
} from '../../../../shared/take-home/session-copy-types.ts'
import {
  addedOnResume,
  describeCopyAdded,
  describeCopyLeftOut,
  resumeLines,
  describeTrial,
  writtenStateWords,
} from '../../../../shared/take-home/session-copy-words.ts'
import type { WrittenSettings } from '../../../../shared/take-home/use-plan-types.ts'
import { settingsStateWords } from '../../../../shared/take-home/use-words.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'

/** A copy that would be or was written, with the commands that continue it. */
export function copyText(copy: SessionCopy, isWritten: boolean): string {
  const { files, messages, leftOut, added, trial, isInStorage } = copy
  const verb = isWritten ? 'Wrote' : 'Would write'
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${title}: ${items.join('; ')}.`]
  return [
    `${verb} ${formatCountWithNoun(messages, 'message')} for ${trial.agent}:`,
    ...files.map(({ path }) => `  ${formatOneLine(path, 500)}`),
    ...list('Left out', describeCopyLeftOut(leftOut)),
    ...list('Added', describeCopyAdded(added)),
    addedOnResume,
    describeTrial(trial),
    ...(isInStorage ? [] : [`${trial.agent} does not look there by itself.`]),
    'To continue:',
    ...resumeLines(copy).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

type Written<T> = T & { readonly state: WrittenState }

/** What was written, a line each: copies of sessions, then settings. */
export function formatWritten(
  sessions: readonly Written<WrittenSession>[],
  settings: readonly Written<WrittenSettings>[],
): string {
  const lines = [
    ...sessions.flatMap(({ id, writtenTs, trial, arm, title, files, state }) => [
      `${id}  ${formatTime(writtenTs)}  ${trial.agent}  ${arm}  ${writtenStateWords[state]}  ${title}`,
      ...files.map(({ path }) => `    ${formatOneLine(path, 500)}`),
    ]),
    ...settings.map(
      ({ id, writtenTs, label, arm, path, state }) =>
        `${id}  ${formatTime(writtenTs)}  ${label}  ${arm}  ${settingsStateWords[state]}\n    ${formatOneLine(path, 500)}`,
    ),
  ]
  return lines.length === 0 ? 'Nothing was written for agents.\n' : `${lines.join('\n')}\n`
}
