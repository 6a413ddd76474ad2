import { join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Driver, Stage } from '../agent.ts'
import { converse } from '../process.ts'
import { turns, type Act } from '../scenario.ts'
import { openAiChat } from '../server/open-ai-chat.ts'
import type { ToolUse } from '../server/script.ts'
import { oneFile } from './one-file.ts'

const window = 64_000
const reserve = 16_384
const keepRecentTokens = 6000
const options = ['--offline', '--provider', 'scripted', '--model', 'm']

/** pi condenses when a run has ended above its limit, and is told to over its protocol of lines. */
export const pi: Driver = {
  protocol: openAiChat,
  limit: window - reserve,
  useTool,
  settings: (url) => ({
    '.pi/agent/models.json': {
      providers: {
        scripted: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'fake', models: [model] },
      },
    },
    '.pi/agent/settings.json': {
      defaultProvider: 'scripted',
      defaultModel: 'm',
      compaction: { enabled: true, reserveTokens: reserve, keepRecentTokens },
    },
  }),
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
  async play(stage) {
    const [first, second, third, last] = turns
    await stage.run(...options, '-p', first.prompt)
    const file = oneFile(join(stage.home, '.pi/agent/sessions'), /\.jsonl$/)
    const resume = (prompt: string): Promise<unknown> =>
      stage.run(...options, '--session', file, '-p', prompt)
    await resume(second.prompt)
    await resume(third.prompt)
    await compact(stage, file)
    await resume(last.prompt)
    return file
  },
  condensedByHand: 1,
  form: sentForms.pi,
  arm: { id: 'pi', settings: { window, keep: { tokens: keepRecentTokens } } },
}

const model = {
  id: 'm',
  name: 'm',
  contextWindow: window,
  maxTokens: 8000,
  reasoning: true,
  input: ['text'],
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
}

/** pi has no tools for searching and planning. */
function useTool(act: Act): ToolUse | null {
  switch (act.kind) {
    case 'read':
      return { name: 'read', input: { path: act.file } }
    case 'search':
      return { name: 'bash', input: { command: `node tools/search.mjs ${act.pattern}` } }
    case 'run':
      return { name: 'bash', input: { command: act.command } }
    case 'edit':
      return {
        name: 'edit',
        input: { path: act.file, edits: [{ oldText: act.from, newText: act.to }] },
      }
    case 'write':
      return { name: 'write', input: { path: act.file, content: act.text } }
    case 'plan':
      return null
  }
}

async function compact({ command, place }: Stage, file: string): Promise<void> {
  const session = converse([...command, ...options, '--mode', 'rpc', '--session', file], place)
  try {
    session.send({ type: 'compact', id: '1' })
    await session.until(({ command: done }) => done === 'compact', 40_000)
  } finally {
    await session.end()
  }
}
