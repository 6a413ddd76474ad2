import type { Part } from '../../../shared/domain/part.ts'
import { findArtifacts } from '../../engine/facts/find-artifacts.ts'
import { findConstraints } from '../../engine/facts/find-constraints.ts'
import { findDecisions } from '../../engine/facts/find-decisions.ts'
import { findErrors } from '../../engine/facts/find-errors.ts'
import { findOpenTasks } from '../../engine/facts/find-open-tasks.ts'
import { sentencesOf } from '../../engine/facts/sentences.ts'
import { leftOutNote, notice } from './summary-words.ts'

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

/** Statements of this rank are what a summary is for; none of them gives way to anything else. */
export const essential = 0
/** Later errors and decisions say more than earlier ones; those before the last dozen come after the prose. */
const lastFacts = 12

/**
 * What a summary of these parts could say, most important first within each rank: what must hold and which files
 * changed, then the other facts, then prose. An earlier summary is passed on, for it stands for messages that are gone.
 */
export function findStatements(parts: readonly (readonly Part[])[]): Statement[] {
  const { changedFiles, removedFiles, readFiles, commands } = findArtifacts(parts)
  const constraints = findConstraints(parts)
  const earlier = earlierStatements(parts)
  const words = wordsOf(parts, new Set(constraints))
  const errors = findErrors(parts).toReversed()
  const decisions = findDecisions(parts).toReversed()
  const of = (section: Section, rank: number, texts: readonly string[]): Statement[] =>
    texts.map((text) => ({ section, rank, text }))
  const files = [
    ...changedFiles.map((path) => `${path} (created or modified)`),
    ...removedFiles.map((path) => `${path} (deleted or moved away)`),
  ]
  return distinct([
    ...of('User constraints', essential, [...earlier.constraints, ...constraints]),
    ...of('Relevant files and code', essential, [...earlier.files, ...files]),
    ...of('Pending tasks and next steps', 1, findOpenTasks(parts)),
    ...of('Previous conversation', 2, words.task.slice(0, 6)),
    ...of('Pending tasks and next steps', 3, words.lastRequest),
    ...of('Problem solving', 4, errors.slice(0, lastFacts)),
    ...of('Decisions', 5, decisions.slice(0, lastFacts)),
    ...of('Previous conversation', 6, earlier.rest),
    ...of('Current work', 7, words.lastAnswer),
    ...of('Problem solving', 8, errors.slice(lastFacts)),
    ...of('Decisions', 9, decisions.slice(lastFacts)),
    ...of('Commands', 10, commands.toReversed()),
    ...of(
      'Relevant files and code',
      11,
      readFiles.map((path) => `${path} (read)`),
    ),
    ...of('Previous conversation', 12, [...words.task.slice(6), ...words.laterRequests]),
  ])
}

function wordsOf(parts: readonly (readonly Part[])[], constraints: ReadonlySet<string>) {
  const said = (kind: Part['kind']) =>
    parts.map((own) => own.filter((part) => part.kind === kind).flatMap((part) => sentencesOf(part.text)))
  const requests = said('user-text').filter((sentences) => sentences.length > 0)
  const answers = said('assistant-text').filter((sentences) => sentences.length > 0)
  const [task = [], ...later] = requests
  const lastRequest = (later.at(-1) ?? []).filter((sentence) => !constraints.has(sentence))
  return {
    task,
    laterRequests: later.slice(0, -1).flat(),
    lastRequest: lastRequest.slice(0, 4).map((sentence) => `The user said: “${sentence}”`),
    lastAnswer: answers.slice(-3).flat().slice(-8),
  }
}

const changedFile = /^.+ \((?:created or modified|deleted or moved away)\)$/

type Earlier = Readonly<Record<'constraints' | 'files' | 'rest', string[]>>

/** What an earlier summary says, under its headings: one of ours has its constraints and its files marked. */
function earlierStatements(parts: readonly (readonly Part[])[]): Earlier {
  const earlier: Earlier = { constraints: [], files: [], rest: [] }
  for (const { text } of parts.flat().filter(({ kind }) => kind === 'summary')) {
    let isOfConstraints = false
    for (const line of text.split('\n')) {
      if (/^#{1,6}\s/.test(line)) isOfConstraints = /constraint|contrainte|rule|requirement/i.test(line)
      else if (changedFile.test(line.replace(/^- /, ''))) earlier.files.push(line.replace(/^- /, ''))
      else if (!isOwnWord(line))
        (isOfConstraints ? earlier.constraints : earlier.rest).push(...sentencesOf(line))
    }
  }
  return earlier
}

/** What `writeSummary` adds to the words of the history. */
function isOwnWord(line: string): boolean {
  return line.trim() === notice || leftOutNote.test(line)
}

function distinct(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}
