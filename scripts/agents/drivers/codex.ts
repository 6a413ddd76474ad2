import { join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Driver, Stage } from '../agent.ts'
import { movedSurroundings } from '../compare-arm.ts'
import { converse, type Conversation } from '../process.ts'
import { turns, type Act } from '../scenario.ts'
import { openAiResponses } from '../server/open-ai-responses.ts'
import type { ToolUse } from '../server/script.ts'
import { oneFile } from './one-file.ts'

const window = 120_000

/** Codex condenses at nine tenths of its window, and is told to over the protocol of its app server. */
export const codex: Driver = {
  protocol: openAiResponses,
  limit: window * 0.9,
  useTool,
  settings: (url) => ({
    '.codex/config.toml': `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_context_window = ${window}
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
[analytics]
enabled = false
`,
  }),
  async play(stage) {
    const [first, second, third, last] = turns
    await stage.run('exec', '--skip-git-repo-check', first.prompt)
    const file = oneFile(join(stage.home, '.codex/sessions'), /rollout-.*\.jsonl$/)
    const id = file.slice(-'00000000-0000-0000-0000-000000000000.jsonl'.length, -'.jsonl'.length)
    const resume = (prompt: string): Promise<unknown> => stage.run('exec', 'resume', id, prompt)
    await resume(second.prompt)
    await resume(third.prompt)
    await compact(stage, id)
    await resume(last.prompt)
    return file
  },
  condensedByHand: 1,
  form: sentForms.codex,
  arm: { id: 'codex-local', settings: { window }, known: [movedSurroundings] },
}

/** Codex offers commands for everything but edits. To-do lists are not offered for this model. */
function useTool(act: Act): ToolUse | null {
  const run = (cmd: string): ToolUse => ({ name: 'exec_command', input: { cmd, yield_time_ms: 10_000 } })
  const patch = (text: string): ToolUse => ({
    name: 'apply_patch',
    input: `*** Begin Patch\n${text}\n*** End Patch\n`,
  })
  const marked = (mark: string, text: string): string =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${mark}${line}`)
      .join('\n')
  switch (act.kind) {
    case 'read':
      return run(`cat ${act.file}`)
    case 'search':
      return run(`node tools/search.mjs ${act.pattern}`)
    case 'run':
      return run(act.command)
    case 'edit': {
      // A patch has whole lines: the rest of a line is the same on both sides.
      const [from, to] = act.from.includes('\n')
        ? [act.from, act.to]
        : [`export const ${act.from}`, `export const ${act.to}`]
      return patch(`*** Update File: ${act.file}\n@@\n${marked('-', from)}\n${marked('+', to)}`)
    }
    case 'write':
      return patch(`*** Add File: ${act.file}\n${marked('+', act.text)}`)
    case 'plan': {
      const items = act.items.map(({ text, status }) => ({ step: text, status }))
      return { name: 'update_plan', input: { plan: items } }
    }
  }
}

async function compact(stage: Stage, threadId: string): Promise<void> {
  await withAppServer(stage, async ({ call, until }) => {
    await call('thread/resume', { threadId })
    await call('thread/compact/start', { threadId })
    await until(({ method }) => method === 'turn/completed', 40_000)
  })
}

/** What is asked of the app server: a call gives its result and throws what it was refused with. */
type AppServer = {
  readonly call: (method: string, params: object) => Promise<unknown>
  readonly until: Conversation['until']
}

/** Asks the app server of Codex, which speaks lines of JSON, and ends it. */
export async function withAppServer<Result>(
  { command, place }: Stage,
  ask: (server: AppServer) => Promise<Result>,
): Promise<Result> {
  const server = converse([...command, 'app-server'], place)
  let id = 0
  const call = async (method: string, params: object): Promise<unknown> => {
    id += 1
    server.send({ jsonrpc: '2.0', id, method, params })
    const { error, result } = await server.until((message) => message['id'] === id, 40_000)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  try {
    await call('initialize', { clientInfo: { name: 'dewpoint-agents', version: '1' } })
    server.send({ jsonrpc: '2.0', method: 'initialized' })
    return await ask({ call, until: server.until })
  } finally {
    await server.end()
  }
}
