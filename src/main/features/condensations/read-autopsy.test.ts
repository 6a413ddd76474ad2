import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lendEngineInProcess } from '../../jobs/testing/lend-engine-in-process.ts'
import { startRunBench } from '../../testing/run-bench.ts'
import { resourcesFolder } from '../../testing/start-dewpoint.ts'

it('examines a session once, whoever asks', async () => {
  const asked: string[] = []
  const bench = await startRunBench({
    lendEngine: () => {
      const engine = lendEngineInProcess()
      return {
        ...engine,
        run: (name, input, options) => {
          asked.push(name)
          return engine.run(name, input, options)
        },
      }
    },
  })
  try {
    const taskId = await bench.openPath(join(resourcesFolder, 'samples', 'pi', 'sessions'))
    const first = await bench.client.condensations.list({ taskId })
    expect(first.condensations).not.toEqual([])
    expect(await bench.client.condensations.list({ taskId })).toEqual(first)
    for await (const event of await bench.client.condensations.methods({ taskId, n: 1 }))
      if (event.kind === 'finished') break
    expect(asked.filter((name) => name === 'autopsyTask')).toHaveLength(1)
  } finally {
    await bench.clean()
  }
})
