import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { OwnTriggerChoice } from '../../../kernel/method.ts'
import { ownTriggerSchema } from '../../../kernel/policy/own-trigger.ts'
import { replayPolicy, type ReplayPolicy, type ReplayServices } from './replay-policy.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { exampleTask, makeUniqueMessage } from './testing/replay-example.ts'

const services: ReplayServices = { signal: new AbortController().signal, onProgress: () => undefined }

const makeOwnTrigger = (trigger: z.input<typeof ownTriggerSchema>): OwnTriggerChoice => ({
  trigger: ownTriggerSchema.parse(trigger),
  estimator: 'chars-4',
  limits: { window: 20_000, maxOutput: null, inputLimit: null },
})

/** A summary of 600 tokens and the last message. */
function summarise(own: OwnTriggerChoice): ReplayPolicy {
  let count = 0
  return {
    id: 'summary',
    trigger: { windowTokens: 20_000, thresholdPercent: 45, maxTokens: null, own },
    condense: ({ messages }) => {
      const summary = { ...makeUniqueMessage('user', 600, `summary ${(count += 1)}`), isSummary: true }
      const provenance = {
        messages: [
          { sources: [], changes: [] },
          { sources: [messages.length - 1], changes: [] },
        ],
        dropped: [],
      }
      return Promise.resolve({ messages: [summary, ...messages.slice(-1)], provenance, costUsd: 0.004 })
    },
  }
}

describe('an agent that condenses', () => {
  it.each(['prompt-left', 'left'] as const)(
    'puts a prompt behind the result where an agent condenses without it: %s',
    async (pending) => {
      const policy = summarise(makeOwnTrigger({ terms: [{ share: 0.45 }], pending }))
      const seen: string[] = []
      const stood: string[] = []
      const first = (content: unknown): string => String(content).split('.')[0] ?? ''
      const replay = await replayPolicy(
        prepareExample(exampleTask()),
        {
          ...policy,
          condense: (conversation, held) => {
            seen.push(first(conversation.messages.at(-1)?.content))
            return policy.condense(conversation, held)
          },
        },
        {
          ...services,
          onCondensed: (_at, source, { messages, provenance }) => {
            stood.push(...messages.map(({ content }) => first(content)))
            expect(provenance.messages.at(-1)?.sources).toEqual([source.messages.length - 1])
          },
        },
      )
      expect(replay.firings[0]?.request).toBe(3)
      expect(seen[0]).toBe('answer 2')
      expect(stood.slice(0, 3)).toEqual(['summary 1', 'answer 2', 'question 3'])
    },
  )

  it('condenses after every turn where an agent does, before the next prompt', async () => {
    const policy = summarise(makeOwnTrigger({ everyTurn: true }))
    const replay = await replayPolicy(prepareExample(exampleTask(4)), policy, services)
    expect(replay.firings.map(({ request }) => request)).toEqual([1, 2, 3])
    expect(replay.trigger).toMatchObject({ kind: 'own', everyTurn: true })
  })
})
