import { condense } from '@dewpoint/condense'
import type OpenAI from 'openai'

type Message = OpenAI.ChatCompletionMessageParam

/** What runs the agent's tools. */
export type RunTool = (name: string, input: unknown) => Promise<string>

/** Runs an agent on OpenAI's Chat Completions that clears old results from a size on: no model is asked for that. */
export async function runAgent(
  client: OpenAI,
  {
    model,
    prompt,
    tools,
    runTool,
    atTokens = 100_000,
  }: {
    model: string
    prompt: string
    tools: OpenAI.ChatCompletionTool[]
    runTool: RunTool
    atTokens?: number
  },
): Promise<string> {
  let messages: Message[] = [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: prompt },
  ]
  for (;;) {
    const condensed = await condense(messages, { preset: 'clear-tool-uses', format: 'openai-chat', atTokens })
    messages = condensed.messages
    const completion = await client.chat.completions.create({ model, messages, tools })
    const message = completion.choices[0]?.message
    if (message === undefined) throw new Error('The model said nothing.')
    messages.push(message)
    const calls = message.tool_calls?.filter((call) => call.type === 'function') ?? []
    if (calls.length === 0) return message.content ?? ''
    const results = calls.map(async (call): Promise<Message> => ({
      role: 'tool',
      tool_call_id: call.id,
      content: await runTool(call.function.name, JSON.parse(call.function.arguments)),
    }))
    messages.push(...(await Promise.all(results)))
  }
}
