import type { Random } from './random.ts'

/** One use of a tool in the story of the sample task, before it becomes messages. */
export type Call =
  | { readonly tool: 'read'; readonly path: string }
  | { readonly tool: 'list'; readonly path: string }
  | { readonly tool: 'search'; readonly regex: string; readonly path: string }
  | {
      readonly tool: 'run'
      readonly command: string
      readonly output: string | ((random: Random) => string)
      readonly exitCode: number
      /** Files that the command puts back to what the repository holds. */
      readonly restores?: readonly string[]
    }
  /** `source` is a file under `written/`. */
  | { readonly tool: 'write'; readonly path: string; readonly source: string }
  /** `edits` fail together, as the tool does, when one of them is not found. */
  | { readonly tool: 'edit'; readonly path: string; readonly edits: readonly Edit[] }
  | { readonly tool: 'todo'; readonly items: readonly string[] }
  | {
      readonly tool: 'ask'
      readonly question: string
      readonly options: readonly string[]
      readonly answer: string
    }
  | { readonly tool: 'complete'; readonly result: string; readonly feedback?: string }

export type Edit = { readonly search: string; readonly replace: string }

/** What the assistant thinks, says and does at once. `denied` is the user's reason for refusing the calls. */
export type Turn = {
  readonly say: string
  readonly calls: readonly Call[]
  readonly denied?: string
}
