import type { Part } from '../../../shared/domain/part.ts'
import { withoutBoilerplate } from './without-boilerplate.ts'

/**
 * Everything that the user said, in order: messages, and the words that agents pass on inside of tool results (answers
 * to questions, feedback on a call). What agents put there themselves is left out.
 */
export function usersWords(parts: readonly (readonly Part[])[]): string[] {
  return parts
    .flat()
    .flatMap((part) => (part.kind === 'user-text' ? [part.text] : wordsInResult(part)))
    .map((text) => withoutBoilerplate(text).replace(/^"([\s\S]*)"$/, '$1'))
    .filter((text) => text !== '')
}

/** Tools do not quote people elsewhere than at the beginning of what they answer. In characters. */
const headLength = 300
const hasElement = /<(?:answer|feedback|user_message)>/
const element = /<(answer|feedback|user_message)>([\s\S]*?)(?:<\/\1>|$)/g
/** Claude Code's words before those of a user who refused a call, and around those of one who was asked. */
const refusal = /^The user doesn't want to [\s\S]*?the user said:\s*([\s\S]+)/
const asked =
  /^(?:User has answered your questions|Your questions have been answered|The user answered): ([\s\S]+)/
const answered = /"="((?:[^"\\]|\\.)*)"/g
/** Names of tools that ask the user; `new_task` is none. */
const askingTool = /(?:^|[_-])ask(?:$|[_-])|^[Aa]sk(?=[A-Z])|question|request_user_input/i

function wordsInResult({ kind, text, toolName, path, isHeader }: Part): string[] {
  if (kind !== 'tool-result' || path !== undefined || isHeader === true) return []
  const head = text.slice(0, headLength).trimStart()
  if (head.startsWith('{')) return feedbackIn(text)
  const refused = refusal.exec(text)?.[1]
  if (refused !== undefined) return [refused]
  const answers = asked.exec(text)?.[1]
  if (answers !== undefined) return [...answers.matchAll(answered)].map(([, words = '']) => words)
  const isQuestion = askingTool.test(toolName ?? '')
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
