import type { TaskFormat } from '../../../shared/library/task-types.ts'

/** A session that an agent goes on with. */
export type RunnerSession = {
  readonly sessionId: string
  /** Path of its file. */
  readonly path: string
  readonly prompt: string
  readonly cwd: string
}

/** How an agent goes on with a session without a person: the table that a probe starts agents by. */
export type AgentRunner = {
  /** Its program, as it is found on PATH. */
  readonly program: string
  /** Version that went on with what this table says; null where it could not be tried. */
  readonly triedWith: string | null
  /** Arguments by which it reads a session in, where it keeps sessions in a database. */
  readonly take?: (session: RunnerSession) => readonly string[]
  /** Arguments by which it goes on with a session by one prompt, and ends. */
  readonly goOn: (session: RunnerSession) => readonly string[]
  /** Its settings below the home folder: a variable may name another place for the first folder of each. */
  readonly settings: readonly {
    readonly variable: string
    readonly folder: string
    readonly names: readonly string[]
  }[]
  /** Variables that lead it to data of the person's; none of them is passed on. */
  readonly leads: readonly string[]
  /** What it is given besides: no updates, no telemetry of what is no work of the person's. */
  readonly environment: Readonly<Record<string, string>>
  /** Where it writes what it did, below the home folder; in the file of the session where it is absent. */
  readonly writes?: { readonly folder: string; readonly name: RegExp } | { readonly database: string }
  /** Keys that it takes from the environment, to say so where none is there. */
  readonly keys: readonly string[]
}

/** By the formats of their sessions; Cline resumes in a terminal alone. Keys are left where they are: an agent has those of the environment. */
export const agentRunners: Readonly<Record<TaskFormat, AgentRunner>> = {
  'claude-code': {
    program: 'claude',
    triedWith: '2.1.332',
    goOn: ({ sessionId, prompt }) => [
      '-p',
      '--resume',
      sessionId,
      '--permission-mode',
      'bypassPermissions',
      '--output-format',
      'json',
      prompt,
    ],
    settings: [
      {
        variable: 'CLAUDE_CONFIG_DIR',
        folder: '.claude',
        names: ['settings.json', 'CLAUDE.md', 'agents', 'commands', 'skills', 'output-styles', 'rules'],
      },
    ],
    leads: ['CLAUDE_CONFIG_DIR', 'CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ID'],
    environment: { DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1' },
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  },
  codex: {
    program: 'codex',
    triedWith: '0.171.0',
    goOn: ({ sessionId, prompt }) => ['exec', '--skip-git-repo-check', 'resume', sessionId, prompt],
    settings: [
      {
        variable: 'CODEX_HOME',
        folder: '.codex',
        names: ['config.toml', 'AGENTS.md', 'prompts', 'skills', 'rules'],
      },
    ],
    leads: ['CODEX_HOME'],
    environment: {},
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  },
  opencode: {
    program: 'opencode',
    triedWith: '1.18.34',
    take: ({ path }) => ['import', path],
    goOn: ({ sessionId, prompt }) => ['run', '--auto', '-s', sessionId, prompt],
    settings: [
      {
        variable: 'XDG_CONFIG_HOME',
        folder: '.config',
        names: [
          'opencode/opencode.json',
          'opencode/opencode.jsonc',
          'opencode/AGENTS.md',
          'opencode/agent',
          'opencode/command',
        ],
      },
    ],
    leads: ['OPENCODE_CONFIG_DIR', 'OPENCODE_DB'],
    environment: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
    writes: { database: '.local/share/opencode/opencode.db' },
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  },
  'gemini-cli': {
    program: 'gemini',
    triedWith: '0.61.0',
    goOn: ({ path, prompt }) => ['--skip-trust', '-y', '--session-file', path, '-p', prompt],
    settings: [
      {
        variable: 'GEMINI_CLI_HOME',
        folder: '',
        names: ['.gemini/settings.json', '.gemini/GEMINI.md', '.gemini/commands', '.gemini/policies'],
      },
    ],
    leads: ['GEMINI_CLI_HOME'],
    environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    // It begins a file of its own.
    writes: { folder: '.gemini/tmp', name: /chats[\\/]session-[^\\/]*\.jsonl$/ },
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  'qwen-code': {
    program: 'qwen',
    triedWith: '0.24.4',
    goOn: ({ sessionId, prompt }) => ['-y', '--resume', sessionId, '-p', prompt],
    settings: [
      { variable: 'QWEN_HOME', folder: '.qwen', names: ['settings.json', 'QWEN.md', 'agents', 'commands'] },
    ],
    leads: ['QWEN_HOME'],
    environment: {},
    keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
  },
  pi: {
    program: 'pi',
    triedWith: '1.6.0',
    goOn: ({ path, prompt }) => ['--session', path, '-p', prompt],
    settings: [
      {
        variable: 'PI_CODING_AGENT_DIR',
        folder: '.pi/agent',
        names: ['settings.json', 'models.json', 'AGENTS.md', 'SYSTEM.md', 'prompts', 'skills', 'extensions'],
      },
    ],
    leads: ['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR'],
    environment: { PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
  },
}
