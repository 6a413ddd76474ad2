import type { Part } from '../../../shared/domain/part.ts'
import { findArtifacts } from '../../engine/facts/find-artifacts.ts'
import { findConstraints } from '../../engine/facts/find-constraints.ts'
import { findDecisions } from '../../engine/facts/find-decisions.ts'
import { findErrors } from '../../engine/facts/find-errors.ts'
import { findOpenTasks } from '../../engine/facts/find-open-tasks.ts'
import { sentencesOf } from '../../engine/facts/sentences.ts'

/** Sections of a summary, in the order in which they are written. */
export const sections = [
  'Previous conversation',
  'User constraints',
  'Current work',
  'Relevant files and code',
  'Commands',
  'Problem solving',
  'Decisions',
  'Pending tasks and next steps',
] as const
export type Section = (typeof sections)[number]

/** One line that a summary may hold. Low ranks come first when the space is short. */
export type Statement = { readonly section: Section; readonly rank: number; readonly text: string }

/**
 * What a summary of these parts could say, most important first within each rank. An earlier summary is passed on
 * sentence by sentence, for it stands for messages that are gone.
 */
export function findStatements(parts: readonly (readonly Part[])[]): Statement[] {
  const { changedFiles, removedFiles, readFiles, commands } = findArtifacts(parts)
  const words = wordsOf(parts)
  const of = (section: Section, rank: number, texts: readonly string[]): Statement[] =>
    texts.map((text) => ({ section, rank, text }))
  return distinct([
    ...of('User constraints', 0, findConstraints(parts)),
    ...of('Relevant files and code', 1, [
      ...changedFiles.map((path) => `${path} (created or modified)`),
      ...removedFiles.map((path) => `${path} (deleted or moved away)`),
    ]),
    ...of('Previous conversation', 2, words.task.slice(0, 6)),
    ...of('Pending tasks and next steps', 3, [...findOpenTasks(parts), ...words.lastRequest]),
    ...of('Previous conversation', 4, words.earlierSummary),
    ...of('Problem solving', 5, findErrors(parts).toReversed()),
    ...of('Current work', 6, words.lastAnswer),
    ...of('Decisions', 7, findDecisions(parts).toReversed()),
    ...of('Commands', 8, commands.toReversed()),
    ...of(
      'Relevant files and code',
      9,
      readFiles.map((path) => `${path} (read)`),
    ),
    ...of('Previous conversation', 10, [...words.task.slice(6), ...words.laterRequests]),
  ])
}

function wordsOf(parts: readonly (readonly Part[])[]) {
  const said = (kind: Part['kind']) =>
    parts.map((own) => own.filter((part) => part.kind === kind).flatMap((part) => sentencesOf(part.text)))
  const requests = said('user-text').filter((sentences) => sentences.length > 0)
  const answers = said('assistant-text').filter((sentences) => sentences.length > 0)
  const [task = [], ...later] = requests
  return {
    task,
    laterRequests: later.slice(0, -1).flat(),
    lastRequest: (later.at(-1) ?? []).slice(0, 4).map((sentence) => `The user said: “${sentence}”`),
    lastAnswer: answers.slice(-3).flat().slice(-8),
    earlierSummary: said('summary').flat(),
  }
}

function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}
