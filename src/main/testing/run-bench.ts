import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContractClient } from '../../shared/api/contract.ts'
import type { RunEvent, RunSummary } from '../../shared/condense/run-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { ComposeOptions, Dewpoint } from '../features/common/dewpoint.ts'
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type Reply,
} from '../platform/llm/testing/model-server.ts'
import { resourcesFolder, startDewpoint } from './start-dewpoint.ts'

/** Path of the bundled task. */
export const samplePath = join(resourcesFolder, 'sample-task')

export type RunRequest = Parameters<ContractClient['runs']['start']>[0]

/** A server that speaks something else than Chat Completions, and the profile that asks it. */
type Served = Pick<ModelServerOptions, 'protocol' | 'onCount'> & {
  readonly profile: Partial<Parameters<ContractClient['profiles']['save']>[0]>
}

export type RunBench = {
  readonly client: ContractClient
  readonly dewpoint: Dewpoint
  /** Starts a server that does what the script says, and a profile `id` that asks it; prices are 3 and 15. */
  readonly serve: (
    id: string,
    script: readonly Reply[] | (() => Reply),
    more?: Partial<Served>,
  ) => Promise<ModelServer>
  /** Opens the task at a path; its id. */
  readonly openPath: (path: string) => Promise<string>
  /** Opens a task of these messages; its id. */
  readonly open: (messages: readonly Message[]) => Promise<string>
  /** Writes other messages into the file of a task, and opens it again. */
  readonly rewrite: (taskId: string, messages: readonly Message[]) => Promise<void>
  /** A run from its start to its end, with all that a watcher hears. */
  readonly run: (
    request: RunRequest,
  ) => Promise<{ readonly events: readonly RunEvent[]; readonly run: RunSummary }>
  readonly clean: () => Promise<void>
}

/** The whole engine over a folder of its own, and servers on this machine as its models. */
export async function startRunBench(more: Partial<ComposeOptions> = {}): Promise<RunBench> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-runs-'))
  const dewpoint = await startDewpoint(folder, more)
  const { client } = dewpoint
  const servers: ModelServer[] = []
  const openPath = async (path: string): Promise<string> =>
    (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
  let tasks = 0
  return {
    client,
    dewpoint,
    serve: async (id, script, { profile, ...options } = {}) => {
      const server = await startModelServer({ protocol: 'openai-chat', ...options, script })
      servers.push(server)
      await client.profiles.save({
        id,
        name: `Profile ${id}`,
        vendor: 'openai-compatible',
        model: 'model-1',
        baseUrl: server.url,
        windowTokens: 100_000,
        maxOutputTokens: 4096,
        prices: { input: 3, output: 15 },
        ...profile,
      })
      return server
    },
    openPath,
    open: async (messages) => {
      tasks += 1
      const path = join(folder, `task-${tasks}`)
      await mkdir(path)
      await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(messages))
      return openPath(path)
    },
    rewrite: async (taskId, messages) => {
      const { summary } = await client.tasks.get({ taskId })
      await writeFile(join(summary.path, 'api_conversation_history.json'), JSON.stringify(messages))
      await client.tasks.open({ kind: 'path', path: summary.path })
    },
    run: async (request) => {
      const { id } = await client.runs.start(request)
      const events: RunEvent[] = []
      for await (const event of await client.runs.watch({ runId: id })) events.push(event)
      return { events, run: await client.runs.get({ runId: id }) }
    },
    clean: async () => {
      await dewpoint.close()
      for (const server of servers) await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An answer that used 1,000 tokens in and 100 out: $0.0045. */
export function buildPricedAnswer(...texts: string[]): Reply {
  return { kind: 'answer', texts, usage: { input: 1000, output: 100, cacheReads: 0, cacheWrites: 0 } }
}

/** Messages of about 170 tokens each. */
export function talk(count: number, from = 0): Message[] {
  return Array.from({ length: count }, (_, at) => ({
    role: (from + at) % 2 === 0 ? 'user' : 'assistant',
    content: `${from + at} ${'some words that take up space '.repeat(28)}`,
    ts: 1000 + from + at,
  }))
}
