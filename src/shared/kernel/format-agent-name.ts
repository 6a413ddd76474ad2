/** What agents call themselves, by the ids under which their tasks are kept. */
const names: Readonly<Record<string, string>> = {
  amp: 'Amp',
  'claude-code': 'Claude Code',
  cline: 'Cline',
  codex: 'Codex',
  continue: 'Continue',
  'copilot-cli': 'Copilot CLI',
  crush: 'Crush',
  droid: 'Droid',
  dsh: 'DeepSeek Harness',
  'gemini-cli': 'Gemini CLI',
  goose: 'Goose',
  hermes: 'Hermes Agent',
  'iflow-cli': 'iFlow CLI',
  inspect: 'Inspect',
  kilo: 'Kilo Code',
  'kimi-cli': 'Kimi CLI',
  'kimi-code': 'Kimi Code',
  langfuse: 'Langfuse',
  'mini-swe-agent': 'mini-SWE-agent',
  omp: 'oh-my-pi',
  'openai-agents': 'OpenAI Agents SDK',
  openclaw: 'OpenClaw',
  opencode: 'OpenCode',
  'opencode-2': 'OpenCode 2',
  openhands: 'OpenHands',
  'qwen-code': 'Qwen Code',
  roo: 'Roo Code',
  'swe-agent': 'SWE-agent',
  zoo: 'Zoo Code',
}

/** What an agent is called; one that is not known goes by its id. */
export function formatAgentName(id: string): string {
  return names[id] ?? id
}
