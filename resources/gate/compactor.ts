// A compactor to begin with: its default export gets one document and returns another. Replace condense by your own.

type Block = { type: string; text?: string }
type Message = { role: string; content: string | Block[] }

const keep = 6

/** What a person typed; undefined for results of tools and for the assistant. */
function said({ role, content }: Message): string | undefined {
  if (role !== 'user') return undefined
  if (typeof content === 'string') return content
  if (content.some(({ type }) => type === 'tool_result')) return undefined
  return content.map(({ text = '' }) => text).join('\n')
}

export default function condense({ messages }: { messages: Message[] }) {
  let cut = Math.max(1, messages.length - keep)
  // No result may stand without its call: what is kept begins with the assistant.
  while (cut < messages.length && messages[cut]?.role !== 'assistant') cut += 1
  const texts = messages.slice(1, cut).flatMap((message) => said(message) ?? [])
  const summary = { role: 'user', content: `Asked so far:\n${texts.join('\n')}` }
  return { messages: [messages[0], summary, ...messages.slice(cut)], usage: { costUsd: 0 } }
}
