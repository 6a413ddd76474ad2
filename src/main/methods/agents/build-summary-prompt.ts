import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { summariseRequest } from '../summaries/build-request.ts'
import type { ComposedSettings } from './settings.ts'

type SummaryRule = ComposedSettings['summary']

/** Instructions for a summary with these sections, in our own words; a prompt of the user's takes their place. */
export function buildSummaryPrompt({
  summary,
  customPrompt,
}: Pick<ComposedSettings, 'summary' | 'customPrompt'>): string {
  const own = customPrompt.trim()
  if (own !== '') return own
  const opening =
    'A coding agent is running out of context. Write the summary that it goes on from: it will see nothing else of what you are shown. Keep paths, names, commands, numbers and error messages exactly as they are, leave out what is settled and of no more use, and call no tools.'
  const scratchpad = summary.scratchpad
    ? 'First think the conversation through in an <analysis> block, step by step; it is removed afterwards.'
    : ''
  const closing = 'Answer with the summary only.'
  return [opening, scratchpad, formatSections(summary), closing].filter((text) => text !== '').join('\n\n')
}

function formatSections({ sections, style }: SummaryRule): string {
  if (sections.length === 0) return 'Write plain paragraphs.'
  switch (style) {
    case 'headings':
      return `Use these headings, in this order:\n${sections.map((section) => `## ${section}`).join('\n')}`
    case 'numbered':
      return `Use these numbered sections:\n${sections.map((section, at) => `${at + 1}. ${section}`).join('\n')}`
    case 'xml':
      return `Put everything into one <snapshot> element with an element for each of these:\n${sections.map((section) => `- ${section}`).join('\n')}`
    case 'free':
      return `Say in few paragraphs: ${sections.join('; ')}.`
    default:
      return assertNever(style)
  }
}

/** The message that asks for the summary, with the one before where it is to be brought up to date. */
export function buildRequestText(previous: readonly string[]): string {
  if (previous.length === 0) return summariseRequest
  return `Here is the summary of what came before the messages above. Bring it up to date with them: keep what still holds, correct what does not, and add what is new.\n\n${previous.join('\n\n')}`
}

/** The message that asks for the beginning of a turn whose end stays. */
export const turnRequest =
  'The messages above are the beginning of a turn whose end the agent still sees. Say in short what was asked for, what was done, and what the rest builds on.'

/** The message that asks whether a summary is right. */
export function verifyText(summary: string): string {
  return `Below is a summary of the messages above. Compare the two: look for rules of the user, paths, decisions and open work that are missing or wrong. Answer with the whole summary, mended where it has to be, in the same form.\n\n${summary}`
}

/** An answer without the private analysis that stands before it. */
export function withoutAnalysis(text: string): string {
  const from = text.search(/<analysis>/i)
  if (from === -1) return text.trim() === '' ? text : text.trim()
  const end = /<\/analysis>/i.exec(text.slice(from))
  if (end === null) return text.trim()
  const left = (text.slice(0, from) + text.slice(from + end.index + end[0].length)).trim()
  return left === '' ? text : left
}
