import type { ProblemCode } from '../api/errors.ts'
import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { quoteShellWord } from '../kernel/quote-shell-word.ts'
import type { Added, CopyStep, LeftOut, WrittenState, SessionCopy, Trial } from './session-copy-types.ts'

/** Why a copy of a session is not written or not removed. */
type Refusal = Readonly<{ code: ProblemCode; message: string; hint: string }>

const refusals = {
  'no-writer': (format: string): Refusal => ({
    code: 'bad-input',
    message: `Dewpoint cannot write sessions of ${format}.`,
    hint: 'Write the condensed history to a file instead: `dewpoint condense --out`.',
  }),
  dropped: (title: string): Refusal => ({
    code: 'bad-input',
    message: `“${title}” was dropped on the window, so that its place is not known.`,
    hint: 'Open it by its path.',
  }),
  cut: (title: string): Refusal => ({
    code: 'bad-input',
    message: `The run condensed “${title}” up to a cut, not the whole session.`,
    hint: 'Condense the whole task first.',
  }),
  open: (agent: string): Refusal => ({
    code: 'not-allowed',
    message: `${agent} has this session open.`,
    hint: 'Leave the session there, then try again.',
  }),
  growing: (agent: string): Refusal => ({
    code: 'not-allowed',
    message: `${agent} wrote to this session less than a minute ago.`,
    hint: 'Leave the session there and try again in a minute.',
  }),
  outdated: (title: string): Refusal => ({
    code: 'not-allowed',
    message: `“${title}” has changed since this run.`,
    hint: 'Condense it again: the copy would lack what is new.',
  }),
  'no-workspace': (folder: string): Refusal => ({
    code: 'not-found',
    message: `There is no folder to continue in: ${folder}.`,
    hint: 'Name the folder to continue in (`--cwd`).',
  }),
  'nothing-left': (agent: string): Refusal => ({
    code: 'bad-input',
    message: `Nothing is left that ${agent} could continue with.`,
    hint: 'Choose a method that keeps more.',
  }),
  exists: (path: string): Refusal => ({
    code: 'not-allowed',
    message: `There is something at ${path} already.`,
    hint: 'Nothing was written. Try again.',
  }),
  'reads-otherwise': (place: string): Refusal => ({
    code: 'unreadable',
    message: `What was written does not read back as meant, from ${place} on.`,
    hint: 'It was removed again. Please report this.',
  }),
  'not-written': (id: string): Refusal => ({
    code: 'not-found',
    message: `Dewpoint wrote no session ${id}.`,
    hint: 'List what was written with `dewpoint written`.',
  }),
  'went-on': (title: string): Refusal => ({
    code: 'not-allowed',
    message: `The copy of “${title}” has been continued by its agent.`,
    hint: 'Remove it all the same with --force.',
  }),
  'not-ours': (path: string): Refusal => ({
    code: 'not-allowed',
    message: `Nothing beside ${path} shows that Dewpoint wrote it.`,
    hint: 'Look at the file and remove it yourself. Nothing was removed.',
  }),
} as const

/** A refusal of a copy in words. */
export function buildCopyRefusal(reason: keyof typeof refusals, what: string): Refusal {
  return refusals[reason](what)
}

const leftOutNames: Readonly<Record<LeftOut['kind'], (count: number) => string>> = {
  'sealed-reasoning': (count) =>
    `${formatCountWithNoun(count, 'block')} of encrypted reasoning, which only its own account can send`,
  reasoning: (count) =>
    `${formatCountWithNoun(count, 'block')} of reasoning, which the agent would not accept`,
  'opaque-summary': (count) =>
    `${formatCountWithNoun(count, 'encrypted summary', 'encrypted summaries')}, which only the vendor can read`,
  image: (count) => formatCountWithNoun(count, 'image'),
  'unknown-block': (count) =>
    `${formatCountWithNoun(count, 'block')} of a kind that the format does not have`,
  'orphan-result': (count) => `${formatCountWithNoun(count, 'tool result')} without a call`,
  'repeated-result': (count) => `${formatCountWithNoun(count, 'tool result')} that had been sent before`,
  'empty-message': (count) => `${formatCountWithNoun(count, 'message')} that would be empty`,
  'renewed-text': (count) =>
    `${formatCountWithNoun(count, 'description')} of the surroundings, which the agent writes anew`,
  'skipped-prompt': (count) =>
    `${formatCountWithNoun(count, 'prompt')} that the agent takes for a command and skips`,
}

/** What a copy does not hold, a clause each. */
export const describeCopyLeftOut = (leftOut: readonly LeftOut[]): readonly string[] =>
  leftOut.map(({ kind, count }) => leftOutNames[kind](count))

const addedNames: Readonly<Record<Added['kind'], (count: number) => string>> = {
  'interrupted-result': (count) => `${formatCountWithNoun(count, 'result')} for calls that have none`,
  'first-prompt': () => 'a first prompt, as the history would begin with an answer',
}

/** What a copy holds besides the condensed history, a clause each. */
export const describeCopyAdded = (added: readonly Added[]): readonly string[] =>
  added.map(({ kind, count }) => addedNames[kind](count))

const stepNames: Readonly<Record<CopyStep, string>> = {
  'open-from-history':
    'Open the task from the history in your editor, in this folder. Reload the window if it is not listed. Old versions keep the list in the database of the editor and do not show it.',
  'rebuild-history':
    'Run “Cline: Reconstruct Task History” from the command palette of your editor, then open the task from the history. Cline keeps the list in a file of its own, which Dewpoint does not change.',
}

/** What a person does in an editor to continue, a paragraph each. */
export const describeCopySteps = (steps: readonly CopyStep[]): readonly string[] =>
  steps.map((step) => stepNames[step])

/** What an agent adds by itself when it continues. */
export const addedOnResume =
  'The agent adds its own system prompt, tools and instruction files when it continues: those are not in the copy.'

export const writtenStateWords: Readonly<Record<WrittenState, string>> = {
  'as-written': 'as written',
  incomplete: 'incomplete',
  changed: 'continued',
  gone: 'gone',
}

/** Whether the real agent has continued what is written for it. */
export function describeTrial({ agent, version }: Trial): string {
  return version === null ? `Not tried with the real ${agent}.` : `Tried with ${agent} ${version}.`
}

/** What to type, and to do in an editor, to continue a copy; a line each. */
export function resumeLines({ cwd, commands, steps = [] }: SessionCopy): readonly string[] {
  return [
    `cd ${quoteShellWord(cwd)}`,
    ...commands.map((command) => command.map(quoteShellWord).join(' ')),
    ...describeCopySteps(steps),
  ]
}
