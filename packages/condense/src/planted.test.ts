import { describe, expect, it } from 'vitest'
import { check, checkPlanted, condense, plantedHistories } from './index.ts'

describe('planted histories', () => {
  it.each(['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk'] as const)(
    'are valid and whole in the format %s',
    (format) => {
      for (const { messages, items } of plantedHistories({ count: 2, tokens: 5000, format })) {
        expect(check(messages, format)).toEqual([])
        expect(checkPlanted(items, messages, format)).toMatchObject({
          there: items.length,
          stale: 0,
          gone: 0,
        })
      }
    },
  )

  it('say what a method lost', async () => {
    const [history] = plantedHistories({ count: 1 })
    const { messages } = await condense(history?.messages ?? [], { preset: 'sliding-window-last-20' })
    const { there, gone, items } = checkPlanted(history?.items ?? [], messages)
    expect(gone).toBeGreaterThan(there)
    expect(items.find(({ fate }) => fate === 'gone')?.question).toMatch(/\?$/)
  })

  it('are the same for the same seed, and refuse what is no number of them', () => {
    expect(plantedHistories({ count: 1, tokens: 5000 })).toEqual(plantedHistories({ count: 1, tokens: 5000 }))
    expect(() => plantedHistories({ tokens: 1 })).toThrow(/tokens is a whole number from 5000/)
  })
})
