import type { Part } from '../../../shared/domain/part.ts'
import { createFindClosing } from '../history/closing-tags.ts'

/**
 * Everything that the user said, in order: messages, and the words that agents pass on inside of tool results (answers
 * to questions, feedback on a call). Notices of the agents themselves are left out.
 */
export function usersWords(parts: readonly (readonly Part[])[]): string[] {
  return parts
    .flat()
    .flatMap((part) => (part.kind === 'user-text' ? [part.text] : wordsInResult(part)))
    .map((text) => withoutNotices(text).trim())
    .filter((text) => text !== '' && !automatic.test(text))
}

/** What agents put into messages of the user in elements of their own. */
const notice =
  /<(system-reminder|environment_context|environment_details|local-command-stdout|local-command-caveat|command-name|command-message|ide_[a-z_]+|files|file_content|task-notification)(?: [^>]{0,1000})?>|^\(This is an automated message[^\n]*$/gm

/** One pass: elements that are never closed are the user's own words. */
function withoutNotices(text: string): string {
  const findClosing = createFindClosing(text)
  const kept: string[] = []
  let at = 0
  for (const { 0: found, 1: name, index } of text.matchAll(notice)) {
    if (index < at) continue
    const closing = name === undefined ? index : findClosing(name, index + found.length)
    if (closing < 0) continue
    kept.push(text.slice(at, index))
    at = closing + (name === undefined ? found.length : name.length + 3)
  }
  return [...kept, text.slice(at)].join('\n')
}
const automatic =
  /^(?:\[ERROR\]|Caveat: The messages below|\[Request interrupted|\[TASK RESUMPTION\]|# Reminder: Instructions for Tool Use)/

/** Tools do not quote people elsewhere than at the beginning of what they answer. In characters. */
const headLength = 300
const hasElement = /<(?:answer|feedback|user_message)>/
const element = /<(answer|feedback|user_message)>([\s\S]*?)(?:<\/\1>|$)/g
/** Claude Code's words before those of a user who refused a call, and around those of one who was asked. */
const refusal = /^The user doesn't want to [\s\S]*?the user said:\s*([\s\S]+)/
const asked = /^User has answered your questions: ([\s\S]+)/

function wordsInResult({ kind, text, toolName, path, isHeader }: Part): string[] {
  if (kind !== 'tool-result' || path !== undefined || isHeader === true) return []
  const head = text.slice(0, headLength).trimStart()
  if (head.startsWith('{')) return feedbackIn(text)
  const said = (refusal.exec(text) ?? asked.exec(text))?.[1]
  if (said !== undefined) return [said]
  const isQuestion = /ask|question/i.test(toolName ?? '')
  const isQuoting = isQuestion || /^(?:The user |User |<(?:answer|feedback|user_message)>)/.test(head)
  if (!isQuoting || !hasElement.test(head)) return isQuestion && isPlain(text) ? [text] : []
  return [...text.matchAll(element)].map(([, , words = '']) => words)
}

function isPlain(text: string): boolean {
  return !/^\s*[[{<]/.test(text) && text.length < 2000
}

/** Current agents answer in JSON, with what the user had to say in a field of its own. */
function feedbackIn(text: string): string[] {
  try {
    const result: unknown = JSON.parse(text)
    if (typeof result !== 'object' || result === null) return []
    return Object.entries(result).flatMap(([key, value]) =>
      /^(?:feedback|answer|user_message|response)$/.test(key) && typeof value === 'string' ? [value] : [],
    )
  } catch {
    // A tool wrote it: what is no JSON holds no fields.
    return []
  }
}
