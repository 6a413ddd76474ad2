import { basename, join } from 'node:path'
import { sentForms } from '../../../src/main/agents/testing/sent-items.ts'
import type { Driver } from '../agent.ts'
import { turns, type Act } from '../scenario.ts'
import { openAiChat } from '../server/open-ai-chat.ts'
import type { ToolUse } from '../server/script.ts'
import { oneFile } from './one-file.ts'

const window = 131_072
/** What it leaves free for a summary. */
const reserve = 33_000

/** Qwen Code condenses before its window is full, and when `/compress` is the prompt. */
export const qwenCode: Driver = {
  protocol: openAiChat,
  limit: window - reserve,
  useTool,
  settings: () => ({
    '.qwen/settings.json': {
      security: { auth: { selectedType: 'openai' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      model: { name: 'm', generationConfig: { contextWindowSize: window } },
    },
  }),
  env: (url) => ({
    OPENAI_API_KEY: 'fake',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'm',
    QWEN_TELEMETRY_ENABLED: 'false',
  }),
  async play(stage) {
    const [first, second, third, last] = turns
    await stage.run('-y', '-p', first.prompt)
    const file = oneFile(join(stage.home, '.qwen/projects'), /chats[\\/][-0-9a-f]{36}\.jsonl$/)
    for (const prompt of [second.prompt, third.prompt, '/compress', last.prompt])
      await stage.run('-y', '--resume', basename(file, '.jsonl'), '-p', prompt)
    return file
  },
  condensedByHand: 1,
  form: sentForms.qwen,
  arm: { id: 'qwen-code', settings: { window } },
}

function useTool(act: Act, project: string): ToolUse {
  const path = (file: string): string => join(project, file)
  switch (act.kind) {
    case 'read':
      return { name: 'read_file', input: { file_path: path(act.file) } }
    case 'search':
      return { name: 'grep_search', input: { pattern: act.pattern, path: path('src') } }
    case 'run':
      return {
        name: 'run_shell_command',
        input: { command: act.command, description: 'Run a command', is_background: false },
      }
    case 'edit':
      return {
        name: 'edit',
        input: { file_path: path(act.file), old_string: act.from, new_string: act.to },
      }
    case 'write':
      return { name: 'write_file', input: { file_path: path(act.file), content: act.text } }
    case 'plan': {
      const todos = act.items.map(({ text, status }, at) => ({ id: String(at + 1), content: text, status }))
      return { name: 'todo_write', input: { todos } }
    }
  }
}
