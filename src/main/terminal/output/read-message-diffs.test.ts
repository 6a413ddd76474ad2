import { describe, expect, it } from 'vitest'
import { printed } from '../../cli/testing/printed.ts'
import { startRunBench, talk } from '../../testing/run-bench.ts'
import { describeLeftOutDiffs, buildMessageDiffRuns, readMessageDiffs } from './read-message-diffs.ts'
import { createDiffer } from './word-diff.ts'

describe('what became of messages', () => {
  it('compares a summary of many with none of them, and names all that it replaced once', async () => {
    const bench = await startRunBench()
    try {
      const taskId = await bench.open(talk(20))
      const { run } = await bench.run({ providerId: 'native', profileId: 'extractive', taskId })
      const diffs = await readMessageDiffs(bench.client, run.id)
      const merged = diffs.filter(({ replaces }) => replaces !== undefined)
      const [first, ...others] = merged
      expect(merged.length).toBeGreaterThan(5)
      expect(first?.replaces).toEqual(merged.map(({ source }) => source))
      expect(first?.pieces).toEqual([{ kind: 'added', text: expect.any(String) }])
      for (const { pieces } of others) expect(pieces).toEqual([])
      const texts = await Promise.all(merged.map((diff) => printed(buildMessageDiffRuns(diff))))
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

  it('asks for the texts of many messages at once, and says how many it did not compare', async () => {
    const bench = await startRunBench()
    try {
      const read = 'const answer = 42\n'.repeat(50)
      const again = Array.from({ length: 10 }, (_, n) => [
        { role: 'assistant' as const, content: `Again, ${n}.` },
        {
          role: 'user' as const,
          content: [{ type: 'text' as const, text: `[read_file for 'a.ts'] Result:\n\n${read}` }],
        },
      ])
      const taskId = await bench.open([{ role: 'user', content: 'Read a.ts.' }, ...again.flat()])
      const { run } = await bench.run({ providerId: 'lossless', taskId })
      const asked: number[] = []
      const { runs } = bench.client
      const counted = {
        ...bench.client,
        runs: {
          ...runs,
          rows: (input: { runId: string }) => runs.rows(input),
          manyTexts: (input: Parameters<typeof runs.manyTexts>[0]) => {
            asked.push(input.rows.length)
            return runs.manyTexts(input)
          },
        },
      }
      const diffs = await readMessageDiffs(counted, run.id)
      expect(asked).toHaveLength(1)
      const none = createDiffer(-1)
      const leftOut = await readMessageDiffs(bench.client, run.id, none)
      const compared = diffs.filter(({ pieces }) => pieces.length > 0).length
      expect(leftOut.filter(({ isLeftOut }) => isLeftOut)).toHaveLength(asked[0] ?? 0)
      expect(compared).toBe(asked[0])
      expect(describeLeftOutDiffs(diffs)).toBe('')
      expect(describeLeftOutDiffs(leftOut)).toContain(`Diff of ${asked[0]} message`)
      expect(await printed(leftOut.flatMap(buildMessageDiffRuns))).toContain('(left out)')
    } finally {
      await bench.clean()
    }
  })
})
