/** A setting of an agent. */
export type AgentSetting = Readonly<{ key: string; value: number | boolean | string }>

/** Where an agent is set. */
export type SettingsPlace =
  | Readonly<{
      kind: 'file'
      /** The usual file, from the home folder on, and others that it may be instead. */
      place: string
      others?: readonly string[]
      format: 'json' | 'toml' | 'yaml'
      /** Variable that names another folder in the place of this one. */
      moved: Readonly<{ variable: string; folder: string }> | null
    }>
  | Readonly<{ kind: 'menu' | 'code'; place: string }>

/** What a person can set in an agent. Facts by `arms.md`; what is not certain there is left out. */
export type AgentWays = Readonly<{
  id: string
  label: string
  /** Import formats that the agent records. */
  formats: readonly string[]
  where: SettingsPlace | null
  /** Arms that follow what the agent does by itself, each with what turns it on: nothing where that needs no setting. */
  arms: Readonly<Record<string, Readonly<{ settings?: readonly AgentSetting[]; code?: string }>>>
  /** The arms whose size can be set, under which name `buildAgentSettings` has the settings, and which of those is usual. */
  size?: Readonly<{ arms: readonly string[]; agent: string; usual: string }>
  /** Settings of an arm, other than its size, that the agent has a setting for: its key by their path. */
  carries?: Readonly<Record<string, string>>
  command: string | null
}>

const xdg = { variable: 'XDG_CONFIG_HOME', folder: '~/.config' } as const

/** Kilo's command line is OpenCode under another name. */
const openCode = {
  arms: { opencode: {}, 'opencode-prune': { settings: [{ key: 'compaction.prune', value: true }] } },
  size: { arms: ['opencode'], agent: 'opencode', usual: 'compaction.reserved' },
  carries: { 'keep.atMost': 'compaction.preserve_recent_tokens' },
  command: '/compact',
} as const satisfies Partial<AgentWays>

const openCodeConfig = {
  kind: 'file',
  place: '~/.config/opencode/opencode.json',
  others: ['~/.config/opencode/opencode.jsonc'],
  format: 'json',
  moved: xdg,
} as const satisfies SettingsPlace

/** Zoo is Roo under another name. */
const rooCode = {
  where: { kind: 'menu', place: 'Settings, Context' },
  arms: { 'roo-current': {}, 'sliding-window-current': {} },
  size: { arms: ['roo-current'], agent: 'roo-code', usual: 'autoCondenseContextPercent' },
  command: null,
} as const satisfies Partial<AgentWays>

/** Agents whose way to condense is known, with what can be set in each. */
export const agentsWays: readonly AgentWays[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    formats: ['claude-code'],
    where: {
      kind: 'file',
      place: '~/.claude/settings.json',
      format: 'json',
      moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '~/.claude' },
    },
    arms: { 'claude-code': {}, 'claude-code-idle': {}, 'claude-code-microcompact': {} },
    size: { arms: ['claude-code'], agent: 'claude-code', usual: 'autoCompactWindow' },
    command: '/compact',
  },
  {
    id: 'codex',
    label: 'Codex',
    formats: ['codex'],
    where: {
      kind: 'file',
      place: '~/.codex/config.toml',
      format: 'toml',
      moved: { variable: 'CODEX_HOME', folder: '~/.codex' },
    },
    arms: { 'codex-local': {} },
    size: { arms: ['codex-local'], agent: 'codex', usual: 'model_auto_compact_token_limit' },
    carries: { customPrompt: 'compact_prompt' },
    command: '/compact',
  },
  { ...openCode, id: 'opencode', label: 'OpenCode', formats: ['opencode'], where: openCodeConfig },
  {
    id: 'opencode-2',
    label: 'OpenCode 2',
    formats: [],
    where: openCodeConfig,
    arms: { 'opencode-2': {} },
    size: { arms: ['opencode-2'], agent: 'opencode-2', usual: 'compaction.buffer' },
    carries: { 'keep.tokens': 'compaction.keep.tokens' },
    command: '/compact',
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    formats: ['gemini-cli'],
    where: { kind: 'file', place: '~/.gemini/settings.json', format: 'json', moved: null },
    arms: { 'gemini-cli': {} },
    size: { arms: ['gemini-cli'], agent: 'gemini-cli', usual: 'model.compressionThreshold' },
    command: '/compress',
  },
  {
    id: 'qwen-code',
    label: 'Qwen Code',
    formats: ['qwen-code'],
    where: { kind: 'file', place: '~/.qwen/settings.json', format: 'json', moved: null },
    arms: { 'qwen-code': {} },
    size: { arms: ['qwen-code'], agent: 'qwen-code', usual: 'context.autoCompactThreshold' },
    carries: { 'restore.files': 'model.chatCompression.maxRecentFilesToRetain' },
    command: '/compress',
  },
  { ...rooCode, id: 'roo-code', label: 'Roo Code', formats: ['roo-task'] },
  {
    id: 'pi',
    label: 'pi',
    formats: ['pi'],
    where: {
      kind: 'file',
      place: '~/.pi/agent/settings.json',
      format: 'json',
      moved: { variable: 'PI_CODING_AGENT_DIR', folder: '~/.pi/agent' },
    },
    arms: { pi: {} },
    size: { arms: ['pi'], agent: 'pi', usual: 'compaction.reserveTokens' },
    carries: { 'keep.tokens': 'compaction.keepRecentTokens' },
    command: '/compact',
  },
  {
    id: 'goose',
    label: 'Goose',
    formats: ['goose'],
    where: { kind: 'file', place: '~/.config/goose/config.yaml', format: 'yaml', moved: xdg },
    arms: { goose: {} },
    size: { arms: ['goose'], agent: 'goose', usual: 'GOOSE_AUTO_COMPACT_THRESHOLD' },
    command: null,
  },
  {
    id: 'cline',
    label: 'Cline',
    formats: ['cline-task'],
    where: null,
    arms: { 'cline-classic': {} },
    command: '/smol',
  },
  {
    id: 'cline-sdk',
    label: 'Cline SDK',
    formats: ['cline-sdk'],
    where: { kind: 'code', place: 'the configuration of the session' },
    arms: {
      'cline-basic': { code: "compaction: { enabled: true, strategy: 'basic' }" },
      'cline-agentic': { code: "compaction: { enabled: true, strategy: 'agentic' }" },
    },
    command: null,
  },
  {
    id: 'copilot-cli',
    label: 'Copilot CLI',
    formats: ['copilot-cli'],
    where: null,
    arms: {},
    command: '/compact',
  },
  { id: 'crush', label: 'Crush', formats: ['crush'], where: null, arms: { crush: {} }, command: null },
  {
    id: 'hermes',
    label: 'Hermes Agent',
    formats: ['hermes'],
    where: null,
    arms: { hermes: {} },
    command: '/compress',
  },
  { id: 'openclaw', label: 'OpenClaw', formats: ['openclaw'], where: null, arms: {}, command: '/compact' },
  {
    id: 'opencode-go',
    label: 'OpenCode (Go)',
    formats: ['opencode-go'],
    where: null,
    arms: {},
    command: null,
  },
  { id: 'continue', label: 'Continue', formats: ['continue'], where: null, arms: {}, command: null },
  { id: 'amp', label: 'Amp', formats: ['amp'], where: null, arms: {}, command: null },
  {
    id: 'kimi-cli',
    label: 'Kimi CLI',
    formats: ['kimi-cli'],
    where: null,
    arms: {},
    command: '/compact',
  },
  {
    id: 'omp',
    label: 'oh-my-pi',
    formats: ['omp'],
    where: {
      kind: 'file',
      place: '~/.omp/agent/config.yml',
      others: ['~/.omp/agent/config.yaml'],
      format: 'yaml',
      moved: { variable: 'PI_CODING_AGENT_DIR', folder: '~/.omp/agent' },
    },
    arms: {},
    command: '/compact',
  },
  {
    id: 'dsh',
    label: 'DeepSeek Harness',
    formats: ['dsh'],
    where: null,
    arms: { dsh: {} },
    command: '/compact',
  },
  { id: 'kimi-code', label: 'Kimi Code', formats: ['kimi-code'], where: null, arms: {}, command: '/compact' },
  { id: 'droid', label: 'Droid', formats: ['droid'], where: null, arms: {}, command: '/compress' },
  { id: 'iflow-cli', label: 'iFlow CLI', formats: ['iflow-cli'], where: null, arms: {}, command: null },
  {
    id: 'mini-swe-agent',
    label: 'mini-SWE-agent',
    formats: ['mini-swe-agent'],
    where: null,
    arms: {},
    command: null,
  },
  {
    id: 'openai-agents',
    label: 'OpenAI Agents SDK',
    formats: ['openai-agents'],
    where: null,
    arms: {},
    command: null,
  },
  {
    id: 'openhands',
    label: 'OpenHands',
    formats: ['openhands'],
    where: { kind: 'code', place: 'the code that builds the agent' },
    arms: { openhands: { code: 'condenser=LLMSummarizingCondenser(llm=llm, max_size=80, keep_first=4)' } },
    command: null,
  },
  {
    id: 'swe-agent',
    label: 'SWE-agent',
    formats: ['swe-agent'],
    where: { kind: 'code', place: 'the configuration of the agent (YAML)' },
    arms: {
      'swe-agent-last-5': { code: 'history_processors:\n  - type: last_n_observations\n    n: 5' },
    },
    command: null,
  },
  {
    ...openCode,
    id: 'kilo',
    label: 'Kilo',
    formats: [],
    where: {
      kind: 'file',
      place: '~/.config/kilo/kilo.jsonc',
      others: ['~/.config/kilo/kilo.json'],
      format: 'json',
      moved: xdg,
    },
  },
  { ...rooCode, id: 'zoo-code', label: 'Zoo Code', formats: [] },
  {
    id: 'own-code',
    label: 'your own program',
    formats: ['requests', 'message-array'],
    where: { kind: 'code', place: 'each request to Anthropic’s API' },
    arms: {
      'clear-tool-uses': {
        code: '"context_management": { "edits": [{ "type": "clear_tool_uses_20250919" }] }',
      },
    },
    command: null,
  },
]

/** Where a setting lies in the file of its agent, from the outside in. Claude Code reads variables from its file as well. */
export function findSettingPath(key: string): readonly string[] {
  return key.startsWith('CLAUDE_') ? ['env', key] : key.split('.')
}
