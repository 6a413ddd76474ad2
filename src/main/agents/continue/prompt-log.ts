import type { Message } from '../../../shared/kernel/message.ts'

/** A message of a prompt as Continue logged it, in the words of the model that it went to. */
export type LoggedMessage = { readonly role: string; readonly text: string }

/** How the messages of a logged prompt begin: plainly, or by the template of Llama 3. */
const plain = /(?:^|\n\n)<(system|user|assistant|tool|thinking)>\n/g
const llama = /<\|start_header_id\|>(\w+)<\|end_header_id\|>\n+/g

/** The messages of a logged prompt without instructions; none where it is of another template. */
export function readPromptMessages(prompt: string): readonly LoggedMessage[] {
  const isLlama = prompt.includes('<|start_header_id|>')
  const starts = [...prompt.matchAll(isLlama ? llama : plain)]
  return starts
    .map((start, at): LoggedMessage => ({
      role: start[1] ?? '',
      text: prompt
        .slice(start.index + start[0].length, starts[at + 1]?.index ?? prompt.length)
        .replaceAll(/<\|(?:eot_id|end_of_text)\|>/g, ''),
    }))
    .filter(
      ({ role, text }, at) =>
        role !== 'system' && !(isLlama && at === starts.length - 1 && text.trim() === ''),
    )
}

/** What was sent of a message: a shorter text, or all of it where that is null. */
export type Sent = { readonly text: string | null }

/**
 * What of each message was sent by the log, from the last to the first: all of it, a shorter text, or nothing. Null where
 * the log does not fit the messages.
 */
export function matchLoggedMessages(
  messages: readonly Message[],
  logged: readonly LoggedMessage[],
): readonly (Sent | null)[] | null {
  const sent: (Sent | null)[] = messages.map(() => null)
  let at = messages.length - 1
  for (const one of logged.toReversed()) {
    let how: Sent | null = null
    while (at >= 0 && how === null) {
      const message = messages[at]
      how = message === undefined ? null : matchLoggedMessage(message, one)
      if (how !== null) sent[at] = how
      at -= 1
    }
    if (how === null) return null
  }
  return logged.length === 0 ? null : sent
}

/** Continue cuts long messages at their beginning, and old ones to their first words. */
function matchLoggedMessage(message: Message, { role, text: logged }: LoggedMessage): Sent | null {
  const isOfModel = role === 'assistant' || role === 'thinking'
  if (isOfModel !== (message.role === 'assistant')) return null
  const own = readMessageWords(message).trim()
  const text = logged.trim()
  // Calls are written out behind the text.
  if (hasSameWords(text, own) || text.startsWith(own)) return { text: null }
  if (text === '') return null
  if (own.endsWith(text.slice(-200))) return { text }
  // The first words are those of what a cut before had left.
  return own.includes(text.replace(/\.\.\.$/, '')) ? { text } : null
}

function hasSameWords(a: string, b: string): boolean {
  return a.replaceAll(/\s+/g, ' ') === b.replaceAll(/\s+/g, ' ')
}

function readMessageWords({ content }: Message): string {
  if (typeof content === 'string') return content
  return content
    .flatMap((block) => {
      const text = block['text'] ?? block['content'] ?? block['thinking']
      return typeof text === 'string' ? [text] : []
    })
    .join('\n')
}
