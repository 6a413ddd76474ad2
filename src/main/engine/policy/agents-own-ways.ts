import type { AgentLine } from '../../../shared/domain/agent-advice.ts'

/** What a person can set in an agent. Facts by `arms.md`; what is not certain there is left out. */
export type AgentWays = {
  readonly id: string
  readonly label: string
  /** Import formats that the agent records. */
  readonly formats: readonly string[]
  /** Arms that follow what the agent does by itself, each with the line that turns it on; null where none is known. */
  readonly arms: Readonly<Record<string, AgentLine | null>>
  /** Where the size goes at which the agent condenses: the names are those of `agentSettings`. */
  readonly size?: {
    readonly agent: string
    readonly arms: readonly string[]
    readonly lineOf: (key: string, value: number) => AgentLine
    /** What is pointed at where no size is worth writing. */
    readonly usual: string
  }
  readonly command: string | null
}

/** A line of a JSON file; keys with dots are objects in each other. */
function jsonLine(place: string) {
  return (key: string, value: number | boolean): AgentLine => {
    const [last = '', ...outer] = key.split('.').toReversed()
    const text = outer.reduce((inner, name) => `"${name}": { ${inner} }`, `"${last}": ${value}`)
    return { kind: 'file', place, key, text }
  }
}

function shellLine(key: string, value: number): AgentLine {
  return { kind: 'shell', place: 'the shell that starts it', key, text: `export ${key}=${value}` }
}

const openCodeFile = '~/.config/opencode/opencode.json'
const rooMenu = 'Settings, Context'

/** Agents whose way to condense is known, with what can be set in each. */
export const agentsWays: readonly AgentWays[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    formats: ['claude-code'],
    arms: { 'claude-code': null, 'claude-code-microcompact': null },
    size: {
      agent: 'claude-code',
      arms: ['claude-code'],
      lineOf: (key, value) =>
        key.startsWith('CLAUDE_') ? shellLine(key, value) : jsonLine('~/.claude/settings.json')(key, value),
      usual: 'autoCompactWindow',
    },
    command: '/compact',
  },
  {
    id: 'codex',
    label: 'Codex',
    formats: ['codex'],
    arms: { 'codex-local': null },
    size: {
      agent: 'codex',
      arms: ['codex-local'],
      lineOf: (key, value) => ({
        kind: 'file',
        place: '~/.codex/config.toml',
        key,
        text: `${key} = ${value}`,
      }),
      usual: 'model_auto_compact_token_limit',
    },
    command: '/compact',
  },
  {
    id: 'opencode',
    label: 'OpenCode',
    formats: ['opencode'],
    arms: { opencode: null, 'opencode-prune': jsonLine(openCodeFile)('compaction.prune', true) },
    size: {
      agent: 'opencode',
      arms: ['opencode'],
      lineOf: jsonLine(openCodeFile),
      usual: 'compaction.reserved',
    },
    command: '/compact',
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    formats: ['gemini-cli'],
    arms: { 'gemini-cli': null },
    size: {
      agent: 'gemini-cli',
      arms: ['gemini-cli'],
      lineOf: jsonLine('~/.gemini/settings.json'),
      usual: 'model.compressionThreshold',
    },
    command: '/compress',
  },
  {
    id: 'qwen-code',
    label: 'Qwen Code',
    formats: ['qwen-code'],
    arms: { 'qwen-code': null },
    command: '/compress',
  },
  {
    id: 'roo-code',
    label: 'Roo Code',
    formats: ['roo-task'],
    arms: { 'roo-current': null, 'sliding-window-current': null },
    size: {
      agent: 'roo-code',
      arms: ['roo-current'],
      lineOf: (key, value) => ({ kind: 'menu', place: rooMenu, key, text: `${value} %` }),
      usual: 'autoCondenseContextPercent',
    },
    command: null,
  },
  {
    id: 'pi',
    label: 'pi',
    formats: ['pi'],
    arms: { pi: null },
    size: {
      agent: 'pi',
      arms: ['pi'],
      lineOf: jsonLine('~/.pi/agent/settings.json'),
      usual: 'compaction.reserveTokens',
    },
    command: '/compact',
  },
  {
    id: 'goose',
    label: 'Goose',
    formats: ['goose'],
    arms: {},
    size: { agent: 'goose', arms: [], lineOf: shellLine, usual: 'GOOSE_AUTO_COMPACT_THRESHOLD' },
    command: null,
  },
  {
    id: 'cline',
    label: 'Cline',
    formats: ['cline-task'],
    arms: { 'cline-classic': null },
    command: '/smol',
  },
  {
    id: 'cline-sdk',
    label: 'Cline SDK',
    formats: ['cline-sdk'],
    arms: { 'cline-basic': null },
    command: null,
  },
  { id: 'copilot-cli', label: 'Copilot CLI', formats: ['copilot-cli'], arms: {}, command: '/compact' },
  { id: 'crush', label: 'Crush', formats: ['crush'], arms: {}, command: null },
  { id: 'opencode-go', label: 'OpenCode (Go)', formats: ['opencode-go'], arms: {}, command: null },
  { id: 'continue', label: 'Continue', formats: ['continue'], arms: {}, command: null },
  { id: 'iflow-cli', label: 'iFlow CLI', formats: ['iflow-cli'], arms: {}, command: null },
  { id: 'mini-swe-agent', label: 'mini-SWE-agent', formats: ['mini-swe-agent'], arms: {}, command: null },
  {
    id: 'openhands',
    label: 'OpenHands',
    formats: ['openhands'],
    arms: {
      openhands: {
        kind: 'file',
        place: 'the code that builds the agent',
        key: 'condenser',
        text: 'condenser=LLMSummarizingCondenser(llm=llm, max_size=80, keep_first=4)',
      },
    },
    command: null,
  },
  {
    id: 'swe-agent',
    label: 'SWE-agent',
    formats: ['swe-agent'],
    arms: {
      'swe-agent-last-5': {
        kind: 'file',
        place: 'the configuration of the agent (YAML)',
        key: 'history_processors',
        text: 'history_processors:\n  - type: last_n_observations\n    n: 5',
      },
    },
    command: null,
  },
  {
    id: 'own-code',
    label: 'your own program',
    formats: ['requests', 'message-array'],
    arms: {
      'clear-tool-uses': {
        kind: 'file',
        place: 'each request to Anthropic’s API',
        key: 'context_management',
        text: '"context_management": { "edits": [{ "type": "clear_tool_uses_20250919" }] }',
      },
    },
    command: null,
  },
]
