import { append } from '../../../../shared/kernel/append.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import type {
  CompletionEvent,
  CompletionRequest,
  LanguageModel,
  ModelMessage,
  ModelInfo,
} from '../../../kernel/language-model.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findArtifacts } from '../../../measure/facts/find-artifacts.ts'
import { findConstraints } from '../../../measure/facts/find-constraints.ts'
import { findDecisions, findErrors } from '../../../measure/facts/find-marked-lines.ts'
import { findOpenTasks, findLastToDoList } from '../../../measure/facts/find-open-tasks.ts'
import { findTouches } from '../../../measure/facts/find-touches.ts'
import { splitSentences } from '../../../measure/facts/sentences.ts'
import { extractLines } from './extract-lines.ts'

/** The first line of every extract: it must not be taken for what a model wrote. */
const notice = 'Extract of the conversation so far, selected by rules and not written by a model.'

/** Recognises that line. */
const leftOutNote = /^- \(\d+ more (?:constraint|file)s? left out: no room\)$/

/** Sections of a summary, in the order in which they are written. */
const sections = [
  'Previous conversation',
  'User constraints',
  'Completed',
  'Current work',
  'Relevant files and code',
  'Commands',
  'Problem solving',
  'Decisions',
  'Pending tasks and next steps',
] as const

type Section = (typeof sections)[number]

/** One line that a summary may hold. Low ranks come first when the space is short. */
type Statement = { readonly section: Section; readonly rank: number; readonly text: string }

/** Statements of this rank are what a summary is for; none of them gives way to anything else. */
const essential = 0

/** Later errors and decisions say more than earlier ones; those before the last dozen come after the prose. */
const lastFacts = 12

const changedFile = /^.+ \((?:created or modified|deleted or moved away)\)$/

type Earlier = Readonly<Record<'constraints' | 'files' | 'rest', string[]>>

/** Tokens that a heading and its blank line take. */
const headingTokens = 8

/** Tokens of a line that says how much is left out. */
const leftOutTokens = 16

/** Share of a summary for what is essential where not all of it fits: the task itself has to be named as well. */
const essentialShare = 0.85

const info: ModelInfo = {
  id: 'extractive',
  label: 'Extractive (built in)',
  windowTokens: 10_000_000,
  maxOutputTokens: 8192,
  supportsImages: false,
  prices: { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 },
  isExtractive: true,
}

/**
 * A summariser that needs no key and no network: it selects what the history itself says, by fixed rules, and
 * writes nothing of its own. The same history always gives the same summary, within `maxTokens`.
 */
export function createExtractiveModel(counter: TokenCounter): LanguageModel {
  return {
    info,
    complete: (request) => answerRequest(request, counter),
  }
}

async function* answerRequest(
  { purpose, messages, maxTokens, signal }: CompletionRequest,
  counter: TokenCounter,
): AsyncGenerator<CompletionEvent, void> {
  stopIfCancelled(signal)
  const summary =
    purpose === 'conversation'
      ? summariseConversation(messages, maxTokens, counter)
      : extractLines(readToolOutput(messages), maxTokens, counter)
  yield { kind: 'text', text: summary }
  // No `call` and no usage: nothing left this machine.
  yield { kind: 'stopped', reason: 'finished' }
  await Promise.resolve()
}

function summariseConversation(
  messages: readonly ModelMessage[],
  maxTokens: number,
  counter: TokenCounter,
): string {
  // The request ends with the instruction to summarise, which is no part of the history.
  const history = messages.slice(0, -1).map(({ role, content }): Message => ({
    role,
    content: typeof content === 'string' ? content : [...content],
  }))
  return writeSummary(findStatements(splitHistory(history)), maxTokens, counter)
}

/** The output itself: the title and the blank line above it are the asker's. */
function readToolOutput(messages: readonly ModelMessage[]): string {
  const content = messages[0]?.content
  return typeof content === 'string' ? content.slice(content.indexOf('\n\n') + 2) : ''
}

/**
 * The statements that fit into `maxTokens`, by rank, under their headings and in the order in which they came. Where
 * the essential ones do not all fit, the short ones come first, so that most of them do, and the rest is counted.
 */
function writeSummary(statements: readonly Statement[], maxTokens: number, counter: TokenCounter): string {
  const chosen = new Set<Statement>()
  const opened = new Set<string>()
  const costs = new Map(statements.map((own) => [own, counter.count(`- ${own.text}\n`)]))
  const findCost = (own: Statement): number => costs.get(own) ?? 0
  let left = maxTokens - counter.count(notice)
  const choose = (candidates: readonly Statement[], room: number): void => {
    let own = Math.min(left, room)
    for (const statement of candidates) {
      const cost = findCost(statement) + (opened.has(statement.section) ? 0 : headingTokens)
      if (cost > own) continue
      own -= cost
      left -= cost
      opened.add(statement.section)
      chosen.add(statement)
    }
  }
  const first = statements.filter(({ rank }) => rank === essential)
  const needed = first.reduce((sum, statement) => sum + findCost(statement), 2 * headingTokens)
  if (needed <= left) choose(first, left)
  else {
    left -= 2 * leftOutTokens
    choose(
      first.toSorted((a, b) => findCost(a) - findCost(b)),
      Math.floor(left * essentialShare),
    )
  }
  const others = statements.filter(({ rank }) => rank !== essential)
  choose(
    others.toSorted((a, b) => a.rank - b.rank),
    left,
  )
  return render(statements, chosen)
}

function render(statements: readonly Statement[], chosen: ReadonlySet<Statement>): string {
  const blocks = sections.flatMap((section) => {
    const all = statements.filter((statement) => statement.section === section)
    const own = all.filter((statement) => chosen.has(statement)).map(({ text }) => `- ${text}`)
    const missing = all.filter((statement) => statement.rank === essential && !chosen.has(statement)).length
    if (missing > 0 && own.length > 0) own.push(`- ${formatLeftOut(missing, section)}`)
    return own.length === 0 ? [] : [`## ${section}\n${own.join('\n')}`]
  })
  return [notice, ...blocks].join('\n\n')
}

/**
 * What a summary of these parts could say, most important first within each rank: what must hold and which files
 * changed, then the other facts, then prose. An earlier summary is passed on, for it stands for messages that are gone.
 */
function findStatements(parts: readonly (readonly Part[])[]): Statement[] {
  const { changedFiles, removedFiles, readFiles, commands } = findArtifacts(parts)
  const constraints = findConstraints(parts)
  const earlier = readEarlierStatements(parts)
  const words = collectWords(parts, new Set(constraints))
  const errors = findErrors(parts).toReversed()
  const decisions = findDecisions(parts).toReversed()
  const buildStatements = (section: Section, rank: number, texts: readonly string[]): Statement[] =>
    texts.map((text) => ({ section, rank, text }))
  const files = [
    ...changedFiles.map((path) => `${path} (created or modified)`),
    ...removedFiles.map((path) => `${path} (deleted or moved away)`),
  ]
  return dropDuplicates([
    ...buildStatements('User constraints', essential, [...earlier.constraints, ...constraints]),
    ...buildStatements('Relevant files and code', essential, [...earlier.files, ...files]),
    ...buildStatements('Pending tasks and next steps', 1, findOpenTasks(parts)),
    ...buildStatements('Completed', 1, listDoneTasks(parts)),
    ...buildStatements('Problem solving', 1, listFailedCommands(parts).slice(-lastFacts)),
    ...buildStatements('Previous conversation', 2, words.task.slice(0, 6)),
    ...buildStatements('Pending tasks and next steps', 3, words.lastRequest),
    ...buildStatements('Problem solving', 4, errors.slice(0, lastFacts)),
    ...buildStatements('Decisions', 5, decisions.slice(0, lastFacts)),
    ...buildStatements('Previous conversation', 6, earlier.rest),
    ...buildStatements('Current work', 7, words.lastAnswer),
    ...buildStatements('Problem solving', 8, errors.slice(lastFacts)),
    ...buildStatements('Decisions', 9, decisions.slice(lastFacts)),
    ...buildStatements(
      'Commands',
      10,
      commands.toReversed().map((command) => `${command} (succeeded)`),
    ),
    ...buildStatements(
      'Relevant files and code',
      11,
      readFiles.map((path) => `${path} (read)`),
    ),
    ...buildStatements('Previous conversation', 12, [...words.task.slice(6), ...words.laterRequests]),
  ])
}

function listDoneTasks(parts: readonly (readonly Part[])[]): string[] {
  return findLastToDoList(parts).flatMap(({ text, state }) => (state === 'done' ? [text] : []))
}

/** Commands that had failed when they were run for the last time, in the order in which they were. */
function listFailedCommands(parts: readonly (readonly Part[])[]): string[] {
  const failed = new Set<string>()
  for (const { act, outcome } of findTouches(parts).flat()) {
    if (act.kind !== 'command') continue
    const line = act.command.trim().split('\n', 1)[0] ?? ''
    failed.delete(line)
    if (outcome.status === 'failed') failed.add(line)
  }
  return [...failed].map((line) => `${line} (failed)`)
}

function collectWords(parts: readonly (readonly Part[])[], constraints: ReadonlySet<string>) {
  const collectSentences = (kind: Part['kind']) =>
    parts.map((own) => own.filter((part) => part.kind === kind).flatMap((part) => splitSentences(part.text)))
  const requests = collectSentences('user-text').filter((sentences) => sentences.length > 0)
  const answers = collectSentences('assistant-text').filter((sentences) => sentences.length > 0)
  const [task = [], ...later] = requests
  const lastRequest = (later.at(-1) ?? []).filter((sentence) => !constraints.has(sentence))
  return {
    task,
    laterRequests: later.slice(0, -1).flat(),
    lastRequest: lastRequest.slice(0, 4).map((sentence) => `The user said: “${sentence}”`),
    lastAnswer: answers.slice(-3).flat().slice(-8),
  }
}

/** What an earlier summary says, under its headings: one of ours has its constraints and its files marked. */
function readEarlierStatements(parts: readonly (readonly Part[])[]): Earlier {
  const earlier: Earlier = { constraints: [], files: [], rest: [] }
  for (const { text } of parts.flat().filter(({ kind }) => kind === 'summary')) {
    let isOfConstraints = false
    for (const line of text.split('\n')) {
      if (/^#{1,6}\s/.test(line)) isOfConstraints = /constraint|contrainte|rule|requirement/i.test(line)
      else if (changedFile.test(line.replace(/^- /, ''))) earlier.files.push(line.replace(/^- /, ''))
      else if (!isOwnWord(line))
        append(isOfConstraints ? earlier.constraints : earlier.rest, splitSentences(line))
    }
  }
  return earlier
}

/** What `writeSummary` adds to the words of the history. */
function isOwnWord(line: string): boolean {
  return line.trim() === notice || leftOutNote.test(line)
}

function dropDuplicates(statements: readonly Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/** The line that says how many essential statements of a section had no room. */
function formatLeftOut(count: number, section: string): string {
  const what = section === 'User constraints' ? 'constraint' : 'file'
  return `(${count} more ${count === 1 ? what : `${what}s`} left out: no room)`
}
