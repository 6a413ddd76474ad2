import type { Message } from '../../../shared/kernel/message.ts'
import { normaliseWorkspacePath } from './normalise-workspace-path.ts'
import { readMessageTexts } from './read-message-texts.ts'

/** What the agent says to its model about its surroundings, taken from the last place that says it. */
export type Environment = Readonly<{
  model: string | null
  workspace: string | null
  /** Which family of agents writes such blocks. */
  family: 'roo' | 'cline' | null
}>

const opening = '<environment_details>'

/** The environment block of a message: the agents write it last, and quotes of other blocks come before it. */
function findEnvironmentText(message: Message): string | null {
  for (const text of readMessageTexts(message).toReversed()) {
    const start = text.trimStart().startsWith(opening) ? text.indexOf(opening) : text.lastIndexOf(opening)
    if (start !== -1) return text.slice(start)
  }
  return null
}

const capture = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1]?.trim() || null

function readFamily(text: string): Environment['family'] {
  if (/^# Current Mode\n(?:PLAN|ACT) MODE\b/m.test(text)) return 'cline'
  return /^# Current Mode\n(?:<slug>|[a-z])/m.test(text) ? 'roo' : null
}

/** Reads from the end until everything is known. */
export function readEnvironment(messages: readonly Message[]): Environment {
  let model: string | null = null
  let workspace: string | null = null
  let family: Environment['family'] = null
  for (let index = messages.length - 1; index >= 0 && !(model && workspace && family); index -= 1) {
    const message = messages[index]
    const text = message?.role === 'user' ? findEnvironmentText(message) : null
    if (text === null) continue
    model ??= capture(/^<model>([^<\n]{1,200})<\/model>/m, text)
    workspace ??= capture(/^# Current (?:Workspace|Working) Directory \(([^\n]{1,1000})\) Files/m, text)
    family ??= readFamily(text)
  }
  return { model, workspace: workspace === null ? null : normaliseWorkspacePath(workspace), family }
}
