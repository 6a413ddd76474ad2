import { createServer } from 'node:net'
import { join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Item } from '../../../src/main/agents/testing/wire-items.ts'
import type { Driver, Stage } from '../agent.ts'
import type { KnownArmDifference } from '../compare-arm.ts'
import { startProgram, waitUntil } from '../process.ts'
import { turns, type Act } from '../scenario.ts'
import { openAiChat } from '../server/open-ai-chat.ts'
import { recordOf, recordsOf } from '../server/protocol.ts'
import type { ToolUse } from '../server/script.ts'

const window = 64_000
const longestAnswer = 8000

const earlierSummary: KnownArmDifference = {
  reason: 'an earlier summary stands once more in what is kept, where it was made',
  without: (items) => {
    const isQuestion = (item: Item | undefined): boolean => item?.[1] === 'What did we do so far?'
    return items.filter((item, at) => at < 2 || (!isQuestion(item) && !isQuestion(items[at - 1])))
  },
}

/** OpenCode keeps its sessions in a database, and is told to summarise through its own server. */
export const openCode: Driver = {
  protocol: openAiChat,
  program: process.platform === 'win32' ? 'bin/opencode.exe' : 'bin/opencode',
  limit: window - longestAnswer,
  useTool,
  settings: (url) => ({
    '.config/opencode/opencode.json': {
      model: 'scripted/m',
      small_model: 'scripted/m',
      share: 'disabled',
      autoupdate: false,
      provider: { scripted: providerAt(url) },
    },
  }),
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  async play(stage) {
    const [first, second, third, last] = turns
    await stage.run('run', '--auto', first.prompt)
    for (const { prompt } of [second, third]) await stage.run('run', '--auto', '-c', prompt)
    const session = await summarise(stage)
    await stage.run('run', '--auto', '-c', last.prompt)
    return `${join(stage.home, '.local/share/opencode/opencode.db')}#${session}`
  },
  condensedByHand: 1,
  form: sentForms.opencode,
  arm: {
    id: 'opencode',
    settings: { window, maxOutput: longestAnswer },
    // It tells the model to go on where nobody is there to do so.
    byHand: { layout: { followUp: '' } },
    known: [earlierSummary],
  },
}

function providerAt(url: string): object {
  const model = {
    name: 'm',
    limit: { context: window, output: longestAnswer },
    reasoning: true,
    tool_call: true,
    cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
    interleaved: { field: 'reasoning_content' },
  }
  return {
    npm: '@ai-sdk/openai-compatible',
    name: 'Scripted',
    options: { baseURL: `${url}/v1`, apiKey: 'fake' },
    models: { m: model },
  }
}

function useTool(act: Act, project: string): ToolUse {
  const path = (file: string): string => join(project, file)
  switch (act.kind) {
    case 'read':
      return { name: 'read', input: { filePath: path(act.file) } }
    case 'search':
      return { name: 'grep', input: { pattern: act.pattern, path: path('src') } }
    case 'run':
      return { name: 'bash', input: { command: act.command, description: 'Run a command' } }
    case 'edit':
      return {
        name: 'edit',
        input: { filePath: path(act.file), oldString: act.from, newString: act.to },
      }
    case 'write':
      return { name: 'write', input: { filePath: path(act.file), content: act.text } }
    case 'plan': {
      const todos = act.items.map(({ text, status }) => ({ content: text, status, priority: 'medium' }))
      return { name: 'todowrite', input: { todos } }
    }
  }
}

/** Has its one session summarised; returns the id of the session. */
async function summarise({ command, place, project }: Stage): Promise<string> {
  const port = await freePort()
  const ask = async (path: string, longestMs: number, body?: object): Promise<unknown> => {
    const url = `http://127.0.0.1:${port}${path}?directory=${encodeURIComponent(project)}`
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(url, {
      signal: AbortSignal.timeout(longestMs),
      ...(body === undefined ? {} : post),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return response.json()
  }
  const program = startProgram([...command, 'serve', '--port', String(port)], place)
  try {
    let sessions: unknown = null
    const isUp = async (): Promise<boolean> => {
      // What it is asked while it starts may stay without an answer.
      sessions = await ask('/session', 5000).catch(() => null)
      return sessions !== null
    }
    if (!(await waitUntil(isUp, 60_000))) throw new Error('its server did not start')
    const id = String(recordOf(recordsOf(sessions)[0])['id'])
    await ask(`/session/${id}/summarize`, 60_000, { providerID: 'scripted', modelID: 'm' })
    return id
  } finally {
    await program.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
