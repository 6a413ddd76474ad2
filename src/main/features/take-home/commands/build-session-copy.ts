import { buildFacts, buildText, type Block, type Fact } from '../../../../shared/document/document.ts'
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
import { formatTime } from '../../../terminal/output/figures.ts'

/** `resume`: a copy that would be or was written, with the commands that continue it. */
export function buildSessionCopy(copy: SessionCopy, isWritten: boolean): readonly Block[] {
  const { files, messages, leftOut, added, trial, isInStorage } = copy
  const listItems = (title: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `${title}: ${items.join('; ')}.`
  return [
    buildText(
      `${isWritten ? 'Wrote' : 'Would write'} ${formatCountWithNoun(messages, 'message')} for ${trial.agent}:`,
      files.map(({ path }) => `  ${path}`),
      listItems('Left out', describeCopyLeftOut(leftOut)),
      listItems('Added', describeCopyAdded(added)),
      addedOnResume,
      describeTrial(trial),
      !isInStorage && `${trial.agent} does not look there by itself.`,
      'To continue:',
      resumeLines(copy).map((line) => `  ${line}`),
    ),
  ]
}

type Written<T> = T & { readonly state: WrittenState }

/** `written`: copies of sessions, then settings, with the files below each. */
export function buildWritten(
  sessions: readonly Written<WrittenSession>[],
  settings: readonly Written<WrittenSettings>[],
): readonly Block[] {
  if (sessions.length + settings.length === 0) return [buildText('Nothing was written for agents.')]
  return [
    buildFacts([
      ...sessions.map(({ id, writtenTs, trial, arm, title, files, state }): Fact => [
        id,
        [
          `${formatTime(writtenTs)}, ${trial.agent}, ${arm}, ${writtenStateWords[state]}: ${title}`,
          ...files.map(({ path }) => path),
        ],
      ]),
      ...settings.map(({ id, writtenTs, label, arm, path, state }): Fact => [
        id,
        [`${formatTime(writtenTs)}, ${label}, ${arm}, ${settingsStateWords[state]}`, path],
      ]),
    ]),
  ]
}
