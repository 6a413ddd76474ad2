import type { Message } from '../../../shared/domain/message.ts'
import { firstLine } from './first-line.ts'
import { messageTexts } from './message-texts.ts'
import { withoutMarkdown } from './without-markdown.ts'

const requestTags = ['task', 'user_message'] as const

/** The words of the person in a text that the agent wrapped. */
function requestIn(text: string): string {
  for (const tag of requestTags) {
    const start = text.indexOf(`<${tag}>`)
    if (start === -1) continue
    const inside = text.slice(start + tag.length + 2)
    const end = inside.indexOf(`</${tag}>`)
    return end === -1 ? inside : inside.slice(0, end)
  }
  return text.trimStart().startsWith('<environment_details>') ? '' : text
}

/** Lines that are looked at: the first of a text may be nothing but marks. */
const linesLookedAt = 20

/** The first line that says something, as words only. */
function titleIn(text: string): string {
  for (const line of text
    .trimStart()
    .slice(0, 4000)
    .split(/[\n\r]+/, linesLookedAt)) {
    const title = firstLine(withoutMarkdown(line))
    if (title) return title
  }
  return firstLine(text)
}

/** What the task was about: the recorded title, else the first line of the first request, else the fallback. */
export function taskTitle(recorded: string | null, messages: readonly Message[], fallback: string): string {
  if (recorded !== null && firstLine(recorded)) return titleIn(recorded)
  for (const message of messages) {
    if (message.role !== 'user') continue
    const lines = messageTexts(message).map((text) => titleIn(requestIn(text)))
    const line = lines.find(Boolean)
    if (line) return line
  }
  return firstLine(fallback)
}
