import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { isPrompt } from '../../../kernel/history/history-view.ts'

/**
 * What the person said next, for a fork to be asked the same: in their own words, without what the agent puts around them, and
 * beyond commands of the agent such as the `/compact` that made the cut. Null where the agent went on by itself.
 */
export function findNextPrompt({
  messages,
  parts,
}: {
  readonly messages: readonly Message[]
  readonly parts: readonly (readonly Part[])[]
}): { readonly index: number; readonly text: string } | null {
  for (const [index, message] of messages.entries()) {
    const own = parts[index] ?? []
    if (message.role !== 'user' || own.some(({ kind }) => kind === 'tool-result')) return null
    const said = own.filter(({ kind }) => kind !== 'environment')
    if (!isPrompt(message, said) || own.some(isCommand)) continue
    const text = said.map((part) => part.text).join('\n')
    return { index, text: text.trim() }
  }
  return null
}

function isCommand({ kind, text }: Part): boolean {
  return kind === 'environment' && /^\s*<(?:command-name|local-command-stdout)>/.test(text)
}
