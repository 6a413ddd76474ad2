import { Session } from 'node:inspector/promises'
import { z } from 'zod'

// The process of `measureGrowth`. Counters are compiled into functions, so counting begins before any of them is loaded.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const messageSchema = z.object({ file: z.string(), name: z.string(), args: z.array(z.unknown()) })
process.on('message', (message) => void count(message).then((steps) => process.send?.(steps)))

async function count(message: unknown): Promise<readonly number[]> {
  const { file, name, args } = messageSchema.parse(message)
  const loaded = z.record(z.string(), z.unknown()).parse({ ...(await import(file)) })
  const work = z.function({ input: [z.unknown()], output: z.unknown() }).parse(loaded[name])
  const steps: number[] = []
  for (const arg of args) {
    await takeSteps()
    await work(arg)
    steps.push(await takeSteps())
  }
  return steps
}

/** Blocks of the project that ran since the last look. */
async function takeSteps(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url }) => url.startsWith('file:') && !url.includes('/node_modules/') && url !== import.meta.url,
    )
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}
