import { join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Driver, Stage } from '../agent.ts'
import { movedSurroundings, type KnownArmDifference } from '../compare-arm.ts'
import { waitUntil } from '../process.ts'
import { turns, type Act } from '../scenario.ts'
import { gemini } from '../server/gemini.ts'
import type { ToolUse } from '../server/script.ts'
import { openTerminal } from '../terminal.ts'
import { oneFile } from './one-file.ts'

const model = 'gemini-2.5-pro'
const window = 1_048_576
const options = ['--skip-trust', '-y', '-m', model]

const sentTwice: KnownArmDifference = {
  reason: 'results of a session that is resumed are sent twice',
  without: (items) =>
    items.filter(
      (item, at) => item[0] !== 'result' || JSON.stringify(item) !== JSON.stringify(items[at - 1]),
    ),
}

/** Gemini CLI condenses at half of its window, and only before a prompt that is not the first one. */
export const geminiCli: Driver = {
  protocol: gemini,
  limit: window / 2,
  useTool,
  settings: () => ({
    '.gemini/settings.json': {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      telemetry: { enabled: false },
    },
  }),
  env: (url) => ({
    GEMINI_API_KEY: 'fake',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  async play(stage) {
    const [first, second, third, last] = turns
    const resume = (prompt: string): Promise<unknown> => stage.run(...options, '-r', 'latest', '-p', prompt)
    await stage.run(...options, '-p', first.prompt)
    // Later processes begin files of their own, in which nothing but a head is left.
    const file = oneFile(join(stage.home, '.gemini/tmp'), /chats[\\/]session-.*\.jsonl$/)
    await resume(second.prompt)
    await resume(third.prompt)
    await compress(stage)
    await resume(last.prompt)
    return file
  },
  condensedByHand: 1,
  form: sentForms.gemini,
  arm: { id: 'gemini-cli', settings: { window }, known: [sentTwice, movedSurroundings] },
}

function useTool(act: Act): ToolUse {
  switch (act.kind) {
    case 'read':
      return { name: 'read_file', input: { file_path: act.file } }
    case 'search':
      return { name: 'grep_search', input: { pattern: act.pattern, dir_path: 'src' } }
    case 'run':
      return { name: 'run_shell_command', input: { command: act.command, description: 'Run a command' } }
    case 'edit':
      return {
        name: 'replace',
        input: {
          file_path: act.file,
          instruction: 'Apply the change',
          old_string: act.from,
          new_string: act.to,
        },
      }
    case 'write':
      return { name: 'write_file', input: { file_path: act.file, content: act.text } }
    case 'plan': {
      const todos = act.items.map(({ text, status }) => ({ description: text, status }))
      return { name: 'write_todos', input: { todos } }
    }
  }
}

/** Has its session compressed, which it does in a terminal only: without one, the command is a prompt to it. */
async function compress({ command, place, terminals, count }: Stage): Promise<void> {
  const terminal = openTerminal(terminals, [...command, ...options, '-r', 'latest'], place)
  try {
    await terminal.settle(4000, 60_000)
    const summaries = count('summary')
    await terminal.enter('/compress')
    // It checks its summary with a second request.
    if (!(await waitUntil(() => count('summary') > summaries + 1, 30_000)))
      throw new Error(`its terminal took no command: ${terminal.written().slice(-300)}`)
    await terminal.settle(3000, 15_000)
  } finally {
    await terminal.end()
  }
}
