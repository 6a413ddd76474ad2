import type { Figures } from '../../shared/kernel/figures.ts'
import type { CancelSignal } from './cancel-signal.ts'

/** Frameworks whose own code the bundled runner can load. */
export const frameworkIds = [
  'ai-prune-messages',
  'langchain-trim-messages',
  'langchain-clear-tool-uses',
  'pi-find-cut-point',
] as const
export type FrameworkId = (typeof frameworkIds)[number]

/** How a command is given the document, and where its answer is looked for. */
export type ArmExchange = 'pipe' | 'directory'

/** What is run or asked in the place of a provider of ours. */
export type ArmTarget =
  | {
      readonly kind: 'command'
      /** Program and arguments, passed on as they are. */
      readonly command: readonly string[]
      /** Whether the document goes through pipes, or lies in the folder that the command runs in. */
      readonly exchange: ArmExchange
      /** Names of the environment variables that it is given beside `PATH`. */
      readonly environment: readonly string[]
    }
  | { readonly kind: 'address'; readonly address: string }
  /** Absolute path of a JavaScript module whose default export condenses. */
  | { readonly kind: 'module'; readonly path: string }
  | {
      readonly kind: 'framework'
      readonly framework: FrameworkId
      /** Absolute path of a folder with its own `node_modules`. */
      readonly folder: string
    }

/** One question to an arm. */
export type ArmCall = {
  readonly target: ArmTarget
  /** Whose key it is given; null where it is given none. */
  readonly profileId: string | null
  /** The JSON document that it reads. */
  readonly document: string
  /** For the whole of the answer, in milliseconds. */
  readonly timeLimitMs: number
  /** Of what it may say, in bytes: its answer, and as much on stderr. */
  readonly outputLimitBytes: number
}

/** What came of it: the text of an answer, or why there is none. */
export type ArmReply =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly figures: Figures }

/** The port through which arms are run. Nothing of an arm is left running when `call` ends; throws `Cancelled`. */
export type ArmCaller = {
  readonly call: (call: ArmCall, signal: CancelSignal) => Promise<ArmReply>
}
