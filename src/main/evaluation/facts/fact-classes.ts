import { commandClass, firstLine } from './command-class.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { errorClass } from './error-class.ts'
import { pathClass, pathMention } from './path-class.ts'
import { isSaid, isSaidOutsideFiles } from './is-said.ts'
import { rememberedByText } from './remembered-by-text.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { findFirmConstraints } from '../../engine/facts/find-constraints.ts'
import { sentencesOf } from '../../engine/facts/sentences.ts'
import { findOpenTasks } from '../../engine/facts/find-open-tasks.ts'
import { phraseKey } from './phrase-finder.ts'
import { usersValues } from './users-values.ts'
import { type Chunk, chunksOf } from './words-of.ts'

/** Names in code that are no words of a language: `camelCase`, `PascalCase`, `snake_case`, `CAPITALS_WITH_LINES`. */
const symbolClass: FactClass = {
  id: 'symbol',
  label: 'Symbols',
  isFounder: isSaid,
  chunk: symbolMention,
}

const name =
  /(?<![\w$@#/\\%-])(?:[a-z][a-z\d]*(?:[A-Z][a-z\d]+)+[A-Z]?|(?:[A-Z][a-z\d]+){2,}|[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+)(?![\w$/\\@-])/

/** Products and words of agents, which name nothing in the project. */
const notInProject: ReadonlySet<string> = new Set(
  `JavaScript OpenCode TypeScript GitHub GitLab PowerShell OpenAI PostgreSQL MongoDB NodeJS ChatGPT YouTube
  LinkedIn StackOverflow WebSocket IntelliJ DeepSeek LangChain macOS read_file write_to_file
  apply_diff execute_command attempt_completion search_files list_files ask_followup_question
  new_task switch_mode update_todo_list use_mcp_tool insert_content search_and_replace
  environment_details tool_use tool_result list_code_definition_names user_message
  system_reminder file_write_result tool_use_error replace_in_file apply_patch TodoWrite
  TaskCreate TaskUpdate TaskOutput AskUserQuestion WebFetch WebSearch MultiEdit end_of_edit search_dir search_file find_file goto_line scroll_down scroll_up
  StaticText`.split(/\s+/),
)

/** `1.2.3`, `v2.0`, `1.0.0-beta.2`; four numbers are an address, and dates have their own form. */
const version =
  /(?<![\w.:/-])(?:v\d+\.\d+(?:\.\d+)?|\d+\.\d+\.\d+)(?:-(?:alpha|beta|rc|next|canary|dev|preview|pre)\d*(?:[.-]\d+)*)?(?![\w/-]|\.\d)/gi

/** `Node 20`, `version 3.11`: a name before a number makes a version of it. */
const named =
  /\b(version|node(?:\.js)?|python|typescript|react|java|go|rust|electron|postgres(?:ql)?|ubuntu|debian)[ \t]+v?(\d+(?:\.\d+)*)(?![\w%-]|\.\d|[ \t]*(?:ms|s|files?|tests?|lines?)\b)/gi

/** Numbers with what they count or measure. `$1` is an argument of a script. */
const measured =
  /(?<![\w.,:/#-])(\d+(?:[.,]\d+)*)([ \t\u00a0]?)(ms|µs|seconds?|secondes?|secs?|s|minutes?|mins?|hours?|heures?|days?|jours?|weeks?|[kKMGT]i?B|Ko|Mo|Go|bytes?|octets?|px|rem|em|%|k?tokens?|lines?|lignes?|files?|fichiers?|tests?|errors?|erreurs?|warnings?|messages?|tasks?|tâches?|characters?|chars?|rows?|requests?|commits?|times|USD|EUR|fps|rpm|Hz|kHz|MHz|GHz)(?![\w/=-])|(?<![\w$])\$(\d{2,}(?:[.,]\d+)*|\d(?:[.,]\d+)+)(?![\w{])/g

/** Versions, and numbers with their units, outside of files. */
const quantityClass: FactClass = {
  id: 'quantity',
  label: 'Versions and numbers',
  isFounder: isSaidOutsideFiles,
  scan: (text) => [...versions(text), ...measures(text)],
}

/** Items of the agent's last to-do list that are not done, of every agent that keeps one in a tool call. */
const openTaskClass: FactClass = {
  id: 'open-task',
  label: 'Open tasks',
  isFounder: () => true,
  phrases: (parts) => findOpenTasks(parts).map((item) => firstLine(item.replace(/ \(in progress\)$/, ''))),
}

/** Words of a person who has settled something, and of one who has found out why something is so. */
const settled = new RegExp(
  [
    "\\b(?:I|we)(?:['’]ve| have)? (?:decided|chose|opted|settled on|went with|switched (?:to|from)|agreed|reverted|rolled back)\\b",
    "\\b(?:I|we)(?:['’]ll| will) (?:go with|stick with|switch to [^.]{1,80} (?:instead|because|since))\\b",
    // What stays as it is, or where; to keep something clear or going settles nothing.
    "\\b(?:I|we)(?:['’]ll| will) keep [^.]{1,80}\\b(?:untouched|unchanged|as[- ]is|in place|intact|separate|read-only|out of|compatible|the same|existing|original)\\b",
    "\\bdecision:|\\b(?:(?:I['’]m |we['’]re |is )?going with|(?:the )?root cause (?:is|was|of)|chosen (?:because|over))\\b",
    '\\bthe (?:actual |real )?(?:issue|problem|bug|reason) (?:is|was) (?:that|because|caused by)\\b',
    '\\b(?:best|right|simplest|cleanest|correct|safer) (?:approach|solution|fix|option|choice) (?:is|was)\\b',
    '\\b(?:fix|solution) (?:is|was) to\\b|(?<!\\b(?:is|be|if|was) )\\bfixed by\\b',
    "(?:^|\\s)(?:nous avons décidé|j['’]ai décidé|j['’]ai choisi|la décision|la cause racine est|le (?:vrai )?problème (?:est que|vient de|venait de)|la solution (?:retenue|choisie|consiste)|je vais (?:opter|garder))(?!\\p{L})",
  ].join('|'),
  'iu',
)

const open =
  /[?？]\s*$|^(?:should|shall|would|could|do|does|what|why|how|if)\b|\b(?:option [A-C1-3]|could|might|maybe|perhaps|either)\b/i

/** Sentences in which the assistant settled something. */
const decisionClass: FactClass = {
  id: 'decision',
  label: 'Decisions',
  isFounder: () => true,
  phrases: (parts) => [
    ...new Set(
      parts
        .flat()
        .flatMap((part) =>
          part.kind === 'assistant-text' || part.kind === 'summary' ? decisionsIn(part) : [],
        ),
    ),
  ],
}

const decisionsIn = rememberedByText(({ text }) =>
  sentencesOf(text).filter((sentence) => settled.test(sentence) && !open.test(sentence)),
)

/** What the user laid down in words that leave no choice, sentence by sentence. */
const constraintClass: FactClass = {
  id: 'constraint',
  label: 'Constraints',
  isFounder: () => true,
  phrases: (parts) => findFirmConstraints(parts.map((own) => own.filter((part) => !isPastedByAgent(part)))),
}

/** The summary with which Claude Code goes on: the words of its model, though what it passes on was the user's. */
const carriedOver = /^This session is being continued from a previous conversation/m

const url = /https?:\/\/[^\s"'`<>()[\]{}|\\^*]{1,2000}/g

/** Addresses on the web. */
const urlClass: FactClass = {
  id: 'url',
  label: 'URLs',
  isFounder: isSaid,
  scan: (text) =>
    [...text.matchAll(url)].flatMap(({ 0: found, index }) => {
      const key = found.replace(/(?<![.,;:!?…$])[.,;:!?…$]+$/, '').replace(/\/$/, '')
      return /^https?:\/\/[\w.-]+/.test(key) ? [{ key, start: index, end: index + key.length }] : []
    }),
}

/** What the user gave exactly, and how he answered questions, where that is no path, address or name already. */
const valueClass: FactClass = {
  id: 'value',
  label: 'User’s values',
  isFounder: () => true,
  phrases: (parts) =>
    usersValues(parts).flatMap(({ text }) => (isTelling(text) && !hasFormOfItsOwn(text) ? [text] : [])),
}

/** Every class of facts; a new one is a file and a line here. */
export const factClasses: readonly FactClass[] = [
  pathClass,
  symbolClass,
  urlClass,
  errorClass,
  quantityClass,
  commandClass,
  decisionClass,
  constraintClass,
  openTaskClass,
  valueClass,
]

/** Shorter values and everyday words turn up by chance. */
function isTelling(text: string): boolean {
  const words = phraseKey(text).split(' ')
  return words.length > 1 || /.{5}|\d{3}|\d.{0,3}[A-Za-z]|[A-Za-z].{0,3}\d/.test(text)
}

function hasFormOfItsOwn(text: string): boolean {
  return (
    /^https?:\/\//.test(text) ||
    chunksOf(text).some(
      ({ text: own, ...at }) =>
        own === text &&
        (pathMention({ text: own, ...at }) !== undefined ||
          symbolMention({ text: own, ...at }, 'text') !== undefined),
    )
  )
}

function isPastedByAgent({ kind, text }: Part): boolean {
  return kind === 'user-text' && carriedOver.test(text.slice(0, 2000))
}

function versions(text: string): Mention[] {
  const plain = [...text.matchAll(version)].map(({ 0: found, index }) =>
    mention(found.toLowerCase().replace(/^v/, ''), index, found),
  )
  const withName = [...text.matchAll(named)].map(({ 0: found, 1: what = '', 2: number = '', index }) =>
    mention(number.split('.').length > 2 ? number : `${what.toLowerCase()} ${number}`, index, found),
  )
  return [...plain, ...withName]
}

function measures(text: string): Mention[] {
  return [...text.matchAll(measured)].map(({ 0: found, 1: number, 3: unit, 4: dollars, index }) =>
    mention(dollars === undefined ? `${number ?? ''} ${unitOf(unit ?? '')}` : `$${dollars}`, index, found),
  )
}

/** One for both numbers of a word, capitals kept where they tell units apart. */
function unitOf(unit: string): string {
  return unit.length > 3 ? unit.toLowerCase().replace(/s$/, '') : unit
}

function mention(key: string, start: number, found: string): Mention {
  return { key, start, end: start + found.length }
}

function symbolMention(chunk: Chunk, holder: Part['holder']): Mention | undefined {
  const { text, start, before, after } = chunk
  if (text.length < 5 || text.length > 120 || text.includes('/') || text.includes('\\')) return undefined
  const found = name.exec(text)
  if (found === null) return undefined
  const [key] = found
  if (key.length < 5 || key.length > 60 || !isName(key)) return undefined
  // The name of the tool, and the names of its arguments.
  if (holder === 'input' && (start === 0 || after === '":')) return undefined
  // Tags that agents put around things.
  if (before === '<' && key.includes('_')) return undefined
  // The query of an address, and what stands in the braces of a flag.
  if (/[?&]/.test(before) && after.startsWith('=')) return undefined
  if (before === '=' && /^&\w/.test(after)) return undefined
  if (before === '{' && /^(?:[}]|!)/.test(after) && key.includes('_') && /\d/.test(key)) return undefined
  if (pathMention(chunk) !== undefined) return undefined
  return { key, start: start + found.index, end: start + found.index + key.length }
}

/** A digit in place of a letter or of a word. */
const digitWithin = /[A-Za-z]\d(?=[A-Za-z])|_\d(?=_)/g

/** Ids and hashes have numbers all over. */
function isName(key: string): boolean {
  return (
    !/\d{4,}|_\d+$|(?:\d[A-Za-z]+){3}|^(?:toolu|call|msg|req|chatcmpl)_/.test(key) &&
    !notInProject.has(key) &&
    (key.match(digitWithin)?.length ?? 0) < 2
  )
}
