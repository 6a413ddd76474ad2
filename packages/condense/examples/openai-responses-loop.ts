import { condense } from '@dewpoint/condense'
import type OpenAI from 'openai'

type Item = OpenAI.Responses.ResponseInputItem

/** What runs the agent's tools. */
export type RunTool = (name: string, input: unknown) => Promise<string>

/** Runs an agent on OpenAI's Responses that condenses as Codex does. Reasoning stays with the call that it led to. */
export async function runAgent(
  client: OpenAI,
  {
    model,
    prompt,
    tools,
    runTool,
    atTokens = 100_000,
  }: { model: string; prompt: string; tools: OpenAI.Responses.Tool[]; runTool: RunTool; atTokens?: number },
): Promise<string> {
  let input: Item[] = [{ role: 'user', content: prompt }]
  for (;;) {
    const condensed = await condense(input, {
      preset: 'codex-local',
      format: 'openai-responses',
      atTokens,
      model: async ({ system, messages, maxTokens, signal }) => {
        const request = {
          model,
          instructions: system,
          input: messages,
          max_output_tokens: maxTokens,
          store: false,
        }
        return (await client.responses.create(request, { signal })).output_text
      },
    })
    input = condensed.messages
    const response = await client.responses.create({
      model,
      input,
      tools,
      store: false,
      include: ['reasoning.encrypted_content'],
    })
    // What such tools lead to; the types of a vendor's own tools differ between what comes and what goes.
    const said = response.output.filter(
      (item) => item.type === 'message' || item.type === 'reasoning' || item.type === 'function_call',
    )
    input.push(...said)
    const calls = response.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) return response.output_text
    const results = calls.map(async (call): Promise<Item> => ({
      type: 'function_call_output',
      call_id: call.call_id,
      output: await runTool(call.name, JSON.parse(call.arguments)),
    }))
    input.push(...(await Promise.all(results)))
  }
}
