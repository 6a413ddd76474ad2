import type { Message } from '../../../shared/domain/message.ts'
import { firstLine } from './first-line.ts'
import { messageTexts } from './message-texts.ts'

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

/** What the task was about: the recorded title, else the first line of the first request, else the fallback. */
export function taskTitle(recorded: string | null, messages: readonly Message[], fallback: string): string {
  if (recorded !== null && firstLine(recorded)) return firstLine(recorded)
  for (const message of messages) {
    if (message.role !== 'user') continue
    const lines = messageTexts(message).map((text) => firstLine(requestIn(text)))
    const line = lines.find(Boolean)
    if (line) return line
  }
  return firstLine(fallback)
}
