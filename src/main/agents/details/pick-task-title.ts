import type { Message } from '../../../shared/kernel/message.ts'
import { findEnvironment } from '../../kernel/history/text-segment.ts'
import { extractFirstLine } from './extract-first-line.ts'
import { readMessageTexts } from './read-message-texts.ts'
import { withoutMarkdown } from './without-markdown.ts'

const requestTags = ['task', 'user_message', 'command-args'] as const

/** The words of the person in a text that the agent wrapped. */
function extractRequest(text: string): string {
  for (const tag of requestTags) {
    const start = text.indexOf(`<${tag}>`)
    if (start === -1) continue
    const inside = text.slice(start + tag.length + 2)
    const end = inside.indexOf(`</${tag}>`)
    return end === -1 ? inside : inside.slice(0, end)
  }
  return shellMode.test(text) ? '' : withoutAttached(withoutEnvironment(text))
}

/** What a person ran in the shell of Claude Code, and what it printed: no request. */
const shellMode = /^\s*<bash-(?:input|stdout|stderr)>/

/** Files in front of the words, as pi writes what was attached. */
const attached = /^\s*(?:<file name="[^"]*">.*?<\/file>\s*)+/s

function withoutAttached(text: string): string {
  return text.replace(attached, '')
}

/** What an agent wrote about its surroundings is no title. */
function withoutEnvironment(text: string): string {
  let [words, from] = ['', 0]
  for (const { start, end } of findEnvironment(text)) {
    words += text.slice(from, start)
    from = end
  }
  return words + text.slice(from)
}

/** Lines that are looked at: the first of a text may be nothing but marks. */
const linesLookedAt = 20

/** The first line that says something, as words only, with the next one where it only leads to that. */
function extractTitle(text: string): string {
  if (text === '') return ''
  const lines = text
    .trimStart()
    .slice(0, 4000)
    .split(/[\n\r]+/, linesLookedAt)
    .map((line) => extractFirstLine(withoutMarkdown(line)))
    .filter(Boolean)
  const [first = extractFirstLine(text), next] = lines
  return first.endsWith(':') && next !== undefined ? extractFirstLine(`${first} ${next}`) : first
}

/** What the task was about: the recorded title, else the first line of the first request, else the fallback. */
export function pickTaskTitle(
  recorded: string | null,
  messages: readonly Message[],
  fallback: string,
): string {
  if (recorded !== null && extractFirstLine(recorded)) return extractTitle(recorded)
  for (const message of messages) {
    if (message.role !== 'user') continue
    const lines = readMessageTexts(message).map(
      (text) => findCommandWithWords(text) ?? extractTitle(extractRequest(text)),
    )
    const line = lines.find(Boolean)
    if (line) return line
  }
  return findCommand(messages) ?? extractFirstLine(fallback)
}

const commandWithWords =
  /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>([^<]+)<\/command-name>\s*(?:<command-message>[^<]*<\/command-message>\s*)?<command-args>([^<]+)</

/** A command of the agent with what was typed behind it, which alone may say as little as a number. */
function findCommandWithWords(text: string): string | null {
  const [, name = '', words = ''] = commandWithWords.exec(text) ?? []
  return words.trim() === '' ? null : extractFirstLine(`${name.trim()} ${words.trim()}`)
}

/** The command that a session began with, its own or one of the shell, where nothing else was typed. */
function findCommand(messages: readonly Message[]): string | null {
  for (const message of messages)
    for (const text of readMessageTexts(message)) {
      const [, name] =
        /^\s*(?:<command-message>[^<]*<\/command-message>\s*)?<(?:command-name|bash-input)>([^<]+)</.exec(
          text,
        ) ?? []
      if (name !== undefined) return extractFirstLine(name)
    }
  return null
}
