/** One use of a tool, before any agent's name for it. `refused` is what the person said in place of letting it happen. */
export type Use = (
  | { readonly tool: 'read'; readonly path: string }
  | { readonly tool: 'list'; readonly path: string }
  | { readonly tool: 'search'; readonly pattern: string; readonly path: string }
  | { readonly tool: 'run'; readonly command: string; readonly output: string; readonly exit: number }
  | { readonly tool: 'write'; readonly path: string; readonly content: string }
  | { readonly tool: 'edit'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly tool: 'plan'; readonly items: readonly PlanItem[] }
) & { readonly refused?: string }

export type PlanItem = {
  readonly text: string
  readonly state: 'completed' | 'in_progress' | 'pending'
}

/** What happens in a story, in its order. */
export type Step =
  | { readonly kind: 'typed'; readonly text: string }
  | {
      readonly kind: 'answer'
      readonly thought: string
      readonly text: string
      readonly uses: readonly Use[]
    }
  | { readonly kind: 'condense'; readonly trigger: 'auto' | 'manual'; readonly summary: string }
  /** The person is away. */
  | { readonly kind: 'pause'; readonly minutes: number }

/** An invented task of one agent in one invented project. */
export type Story = {
  /** Also names its files. */
  readonly id: string
  readonly agent: AgentName
  readonly title: string
  /** Absolute path of the project. */
  readonly workspace: string
  readonly branch: string
  readonly model: string
  /** ISO 8601 UTC. */
  readonly startedAt: string
  readonly files: Readonly<Record<string, string>>
  /** Whether its model uses one tool at a time; uses that stand together are answers of their own then. */
  readonly isSerial?: true
  readonly steps: readonly Step[]
}

export type AgentName =
  | 'claude-code'
  | 'codex'
  | 'opencode'
  | 'pi'
  | 'gemini-cli'
  | 'qwen-code'
  | 'cline-sdk'
  | 'copilot-cli'
  | 'roo'

export const read = (path: string): Use => ({ tool: 'read', path })
export const list = (path: string): Use => ({ tool: 'list', path })
export const search = (pattern: string, path = '.'): Use => ({ tool: 'search', pattern, path })
export const run = (command: string, output: string, exit = 0): Use => ({
  tool: 'run',
  command,
  output,
  exit,
})
export const write = (path: string, content: string): Use => ({ tool: 'write', path, content })
export const edit = (path: string, find: string, replace: string): Use => ({
  tool: 'edit',
  path,
  find,
  replace,
})

/** A to-do list: `x` before what is done, `-` before what is being done. */
export const plan = (...items: readonly string[]): Use => ({
  tool: 'plan',
  items: items.map((item): PlanItem => {
    const state = item.startsWith('x ') ? 'completed' : item.startsWith('- ') ? 'in_progress' : 'pending'
    return { text: state === 'pending' ? item : item.slice(2), state }
  }),
})
export const refused = (use: Use, why: string): Use => ({ ...use, refused: why })

export const typed = (text: string): Step => ({ kind: 'typed', text })
export const say = (text: string, ...uses: readonly Use[]): Step => ({
  kind: 'answer',
  thought: '',
  text,
  uses,
})
export const think = (thought: string, text: string, ...uses: readonly Use[]): Step => ({
  kind: 'answer',
  thought,
  text,
  uses,
})
export const condense = (trigger: 'auto' | 'manual', summary: string): Step => ({
  kind: 'condense',
  trigger,
  summary,
})
export const pause = (minutes: number): Step => ({ kind: 'pause', minutes })
