import { join } from 'node:path'
import type { Driver, Stage } from '../agent.ts'
import type { Act } from '../scenario.ts'
import { anthropic } from '../server/anthropic.ts'
import type { ToolUse } from '../server/script.ts'
import { oneFile } from './one-file.ts'

const model = 'claude-sonnet-4-5'

/** Claude Code as a probe is tried with it. */
export const claudeCode: Pick<Driver, 'protocol' | 'program' | 'limit' | 'useTool' | 'settings' | 'env'> = {
  protocol: anthropic,
  program: `../claude-code-${process.platform}-${process.arch}/claude`,
  limit: 200_000,
  useTool,
  settings: () => ({ '.claude/settings.json': { model } }),
  env: (url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'fake',
    ANTHROPIC_MODEL: model,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // It refuses to run without questions as root, where nothing tells it that it is contained.
    IS_SANDBOX: '1',
  }),
}

/** Begins a session by one prompt, and gives its file. */
export async function beginWithClaudeCode(stage: Stage, prompt: string): Promise<string> {
  await stage.run('-p', '--permission-mode', 'bypassPermissions', prompt)
  return oneFile(join(stage.home, '.claude/projects'), /\.jsonl$/)
}

function useTool(act: Act, project: string): ToolUse | null {
  const path = (file: string): string => join(project, file)
  switch (act.kind) {
    case 'read':
      return { name: 'Read', input: { file_path: path(act.file) } }
    case 'search':
      return { name: 'Bash', input: { command: `node tools/search.mjs ${act.pattern}` } }
    case 'run':
      return { name: 'Bash', input: { command: act.command } }
    case 'edit':
      return { name: 'Edit', input: { file_path: path(act.file), old_string: act.from, new_string: act.to } }
    case 'write':
      return { name: 'Write', input: { file_path: path(act.file), content: act.text } }
    case 'plan':
      return null
  }
}
