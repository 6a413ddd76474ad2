import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import type { WrittenState } from './session-copy-types.ts'
import type { UseKind, UsePlan, WrittenSettings } from './use-plan-types.ts'

/** Why an arm cannot be used somewhere, with what to do instead. */
type NoForm = Readonly<{ reason: string; hint: string }>

const byHand = '`dewpoint condense <task> --arm <id> --out <file>` condenses with any method.'

/** Reasons for which there is no setting, request or snippet of an arm. */
export const noForm = {
  otherAgent: (arm: string, agent: string, own: readonly string[]): NoForm => ({
    reason: `${arm} cannot be set in ${agent}, which condenses in its own way.`,
    hint: own.length === 0 ? byHand : `What can be set there: ${own.join(', ')}. ${byHand}`,
  }),
  noSetting: (agent: string): NoForm => ({
    reason: `Dewpoint knows of no setting of ${agent} for it.`,
    hint: byHand,
  }),
  nothingToSet: (arm: string, agent: string): NoForm => ({
    reason:
      arm === agent
        ? `This is what ${agent} does by itself: there is nothing to set.`
        : `${agent} does what ${arm} does by itself: there is nothing to set.`,
    hint: 'Name the size to condense at (`--at 120000`).',
  }),
  otherVendor: (arm: string, vendor: string, own: string): NoForm => ({
    reason: `${arm} cannot be asked of ${vendor}: ${own}`,
    hint: byHand,
  }),
  noSize: (what: string): NoForm => ({
    reason: `${what} needs a size to condense at.`,
    hint: 'Name the size to condense at (`--at 120000`).',
  }),
} as const

/** What differs between a form and what was measured, a sentence each. */
export const useNotes = {
  origin: (differs: string): string => `Between the method and what it follows: ${differs}`,
  notCarried: (settings: readonly string[], where: string): string =>
    `${where} has no setting for ${settings.join(', ')}: measured with ${settings.length === 1 ? 'it' : 'them'}, used without.`,
  size: (tokens: number, windowTokens: number): string =>
    `Condenses at ${formatCount(tokens)} tokens in a window of ${formatCount(windowTokens)}.`,
  noLater: (agent: string, tokens: number): string =>
    `${agent} condenses at ${formatCount(tokens)} tokens at the latest in this window: no setting makes it later.`,
  noEarlier: (agent: string, tokens: number): string =>
    `${agent} condenses at ${formatCount(tokens)} tokens at the earliest in this window: no setting makes it earlier.`,
  inputLimit: (agent: string): string =>
    `${agent} goes by it for models with an input limit (limit.input) alone. With others it condenses at the window less the longest answer, whatever is set.`,
  longerSummaries: (agent: string, reserveTokens: number): string =>
    `${agent} lets a summary take up to 0.8 of the reserve, which is ${formatCount(Math.floor(0.8 * reserveTokens))} tokens, as far as the model writes that much.`,
  belowSetting: (agent: string, setting: string, tokens: number): string =>
    `${agent} condenses ${formatCount(tokens)} tokens below \`${setting}\`.`,
  noSize: (where: string): string => `${where} has no setting for the size at which it condenses.`,
  restart: (agent: string): string => `${agent} reads it when it starts the next time.`,
  beta: (header: string): string => `Send the header anthropic-beta: ${header}.`,
  vendorCounts: 'The vendor counts the tokens and chooses the placeholder.',
  pairs: (calls: number): string =>
    `pruneMessages counts messages, not calls: the last ${formatCountWithNoun(2 * calls, 'message')} stand for the last ${formatCountWithNoun(calls, 'call')} with ${calls === 1 ? 'its result' : 'their results'}, which holds where a message makes one call.`,
  callsGo: 'It takes out whole calls with their results. The method was measured clearing the results alone.',
  everyTime: (tokens: number): string =>
    `It prunes whenever it is called: call it from ${formatCount(tokens)} tokens on, as measured.`,
  tail: 'What stays may begin with an answer, where the method goes back to a prompt if nothing stands before it.',
  allTools: (tools: readonly string[]): string =>
    `The method clears results of tools that ${tools.join(', ')} alone. Here all go that are not excluded by name.`,
  failedToo: 'The method leaves failed calls alone. Here they go like the others.',
  summaryPrompt:
    'The prompt of the summary and the layout of what stays are those of the framework, not those of the method.',
  ownLibrary:
    'It takes messages of Anthropic, OpenAI and the AI SDK. Pack it from this repository: `npm pack -w @dewpoint/condense`.',
  roughSize: (tokens: number): string =>
    `Below ${formatCount(tokens)} tokens it changes nothing. It takes four characters for a token unless you pass \`counter\`.`,
  everyRequest: 'It condenses whenever it is called, as long as no size to condense at is named.',
  ownModel: 'Pass a function that asks your model for the summary, or `extractive`, which selects sentences.',
  ownCompaction: 'Measured through POST /responses/compact, which makes the same kind of item.',
} as const

type Refusal = Readonly<{ message: string; hint: string }>

/** Why settings are not written or not taken back. */
export const settingsFileWords = {
  broken: (reason: string): Refusal => ({
    message: `The file of settings cannot be changed: ${reason}.`,
    hint: 'Mend the file, or name another one with --file. Nothing was written.',
  }),
  noFile: (label: string): Refusal => ({
    message: `Nothing is written into a file for ${label}.`,
    hint: 'Leave out --file and --write: copy the text to where it belongs.',
  }),
  setAlready: (label: string): Refusal => ({
    message: `${label} is set this way already.`,
    hint: 'Nothing has to be written.',
  }),
  changedMeanwhile: (label: string): Refusal => ({
    message: `The settings of ${label} changed since they were shown.`,
    hint: 'Look at the difference again. Nothing was written.',
  }),
  changedSince: (label: string): Refusal => ({
    message: `The settings of ${label} were changed since Dewpoint wrote them.`,
    hint: 'Put back what was there before all the same with --force.',
  }),
  notOurs: (path: string): Refusal => ({
    message: `Nothing beside ${path} shows that Dewpoint wrote it.`,
    hint: 'Look at the file and change it yourself. Nothing was changed.',
  }),
  notWritten: (id: string): Refusal => ({
    message: `Dewpoint wrote nothing called ${id}.`,
    hint: 'List what was written with `dewpoint written`.',
  }),
  beyondWindow: (tokens: number, windowTokens: number): Refusal => ({
    message: `${formatCount(tokens)} tokens are more than the window of ${formatCount(windowTokens)}.`,
    hint: 'Name a smaller size with --at or a larger window with --window.',
  }),
} as const

/** What a form does, in a sentence. */
export function formatFormHeadline(
  { target, armLabel, language, place, file }: UsePlan,
  isWritten: boolean,
): string {
  if (file === null) {
    const verb = language === 'text' ? 'set this under' : 'put this into'
    return `To use ${armLabel} in ${target.label}, ${verb} ${place}:`
  }
  if (isWritten)
    return `${target.label} uses ${armLabel}. ${file.path} was ${file.isThere ? 'changed' : 'made'}:`
  if (file.diff === '') return `${target.label} is set to use ${armLabel} already, in ${file.path}.`
  return `To use ${armLabel} in ${target.label}, ${file.isThere ? 'change' : 'make'} ${file.path}:`
}

/** How settings that were written are taken back. */
export function takeBackText({ id, backup }: WrittenSettings): string {
  const kept = backup === null ? 'There was no file before.' : `What was there is in ${backup}.`
  return `${kept} To take it back: dewpoint written --remove ${id}`
}

/** What has become of settings that were written. */
export const settingsStateWords: Readonly<Record<WrittenState, string>> = {
  'as-written': 'as written',
  incomplete: 'incomplete',
  changed: 'changed since',
  gone: 'gone',
}

/** Headings of what an arm can be used in. */
export const formKinds: Readonly<Record<UseKind, string>> = {
  agent: 'Agents',
  vendor: 'Requests to vendors',
  framework: 'Code',
}

/** What was written, and where what was there is kept. */
export function describeWrittenSettings({ path, backup }: WrittenSettings): string {
  return `Wrote ${path}.${backup === null ? '' : ` What was there is in ${backup}.`}`
}
