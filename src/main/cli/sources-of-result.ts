import { z } from 'zod'
import type { ResultSource } from '../../shared/api/runs.ts'
import type { Dewpoint } from '../compose.ts'

type Client = Dewpoint['client']

/** As much of a result file as says where it came from; whoever expands it checks the rest. */
const originSchema = z.object({
  runId: z.string().nullable().catch(null),
  source: z.object({ path: z.string() }).catch({ path: '' }),
})

/** Where the source of a result lies or lay: by its own word, and by what the store knows of its run. */
export async function sourcesOfResult(result: ResultSource, client: Client): Promise<readonly string[]> {
  if ('runId' in result) return pathOfRun(result.runId, client)
  const origin = originOf(result.file.text)
  if (origin === null) return []
  const stored = origin.runId === null ? [] : await pathOfRun(origin.runId, client)
  return [origin.source.path, ...stored]
}

async function pathOfRun(runId: string, client: Client): Promise<readonly string[]> {
  const run = (await client.runs.list({})).find(({ id }) => id === runId)
  const task = (await client.tasks.list()).find(({ id }) => id === run?.taskId)
  return task === undefined ? [] : [task.path]
}

function originOf(text: string): z.infer<typeof originSchema> | null {
  try {
    return originSchema.parse(JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text))
  } catch {
    return null
  }
}
