import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'

/** A conversation as one text for a model that is to examine it and not to go on with it; images are only named. */
export function recordText({ messages, parts }: Pick<Conversation, 'messages' | 'parts'>): string {
  return messages
    .map(({ role }, index) => {
      const own = (parts[index] ?? []).map(textOf).filter((text) => text !== '')
      return [`[${role}]`, ...own].join('\n')
    })
    .join('\n\n')
}

function textOf({ kind, text }: Part): string {
  if (kind === 'image') return '[image]'
  if (text.trim() === '') return ''
  return kind === 'user-text' || kind === 'assistant-text' ? text.trim() : `[${kind}]\n${text.trim()}`
}
