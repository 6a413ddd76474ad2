import type Anthropic from '@anthropic-ai/sdk'
import { condense } from '@dewpoint/condense'

/** What runs the agent's tools. */
export type RunTool = (name: string, input: unknown) => Promise<string>

/** Runs an agent on Anthropic's Messages that condenses from a size on, and returns what it says at the end. */
export async function runAgent(
  client: Anthropic,
  {
    model,
    prompt,
    tools,
    runTool,
    atTokens = 100_000,
  }: { model: string; prompt: string; tools: Anthropic.Tool[]; runTool: RunTool; atTokens?: number },
): Promise<string> {
  let messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }]
  for (;;) {
    const condensed = await condense(messages, {
      preset: 'claude-code',
      format: 'anthropic',
      atTokens,
      model: async ({ system, messages, maxTokens, signal }) => {
        const answer = await client.messages.create(
          { model, system, messages, max_tokens: maxTokens },
          { signal },
        )
        return readMessageText(answer)
      },
    })
    messages = condensed.messages
    const answer = await client.messages.create({ model, max_tokens: 8192, messages, tools })
    messages.push({ role: 'assistant', content: answer.content })
    const calls = answer.content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return readMessageText(answer)
    const results = calls.map(async ({ id, name, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: await runTool(name, input),
    }))
    messages.push({ role: 'user', content: await Promise.all(results) })
  }
}

function readMessageText({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
