import { describe, expect, it } from 'vitest'
import { startRunBench, talk } from '../api/testing/run-bench.ts'
import { messageDiffs, messageDiffText } from './message-diffs.ts'

describe('what became of messages', () => {
  it('compares a summary of many with none of them, and names all that it replaced once', async () => {
    const bench = await startRunBench()
    try {
      const taskId = await bench.open(talk(20))
      const { run } = await bench.run({ providerId: 'native', profileId: 'extractive', taskId })
      const diffs = await messageDiffs(bench.client, run.id)
      const merged = diffs.filter(({ replaces }) => replaces !== undefined)
      const [first, ...others] = merged
      expect(merged.length).toBeGreaterThan(5)
      expect(first?.replaces).toEqual(merged.map(({ source }) => source))
      expect(first?.pieces).toEqual([{ kind: 'added', text: expect.any(String) }])
      for (const { pieces } of others) expect(pieces).toEqual([])
      const texts = merged.map((diff) => messageDiffText(diff, false))
      const [start, end] = [first?.replaces?.[0], first?.replaces?.at(-1)]
      expect(texts[0]).toContain(
        `@@ #${start} to ${end} -> #${first?.result} summarised (${merged.length} messages)`,
      )
      expect(texts[0]).not.toContain('[-')
      expect(texts.slice(1).join('')).toBe('')
    } finally {
      await bench.clean()
    }
  })
})
