import { condense } from '@dewpoint/condense'
import { generateText, isStepCount, type LanguageModel, type ToolSet } from 'ai'

/** Runs an agent of the AI SDK that condenses from a size on: what `prepareStep` returns carries forward to later steps. */
export function runAgent(
  model: LanguageModel,
  { prompt, tools, atTokens = 100_000 }: { prompt: string; tools: ToolSet; atTokens?: number },
) {
  return generateText({
    model,
    tools,
    prompt,
    stopWhen: isStepCount(50),
    prepareStep: async ({ messages }) => {
      const condensed = await condense(messages, {
        preset: 'opencode',
        format: 'ai-sdk',
        atTokens,
        model: async ({ system, messages, maxTokens, signal }) => {
          const { text } = await generateText({
            model,
            instructions: system,
            messages,
            maxOutputTokens: maxTokens,
            abortSignal: signal,
          })
          return text
        },
      })
      return { messages: condensed.messages }
    },
  })
}
