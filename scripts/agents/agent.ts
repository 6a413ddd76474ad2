import type { SentForm } from '../../src/main/agents/testing/sent-items.ts'
import type { ArmOfAgent } from './compare-arm.ts'
import type { Difference } from './compare-requests.ts'
import type { Command, Ended, Place } from './process.ts'
import type { Protocol } from './server/protocol.ts'
import type { UseTool } from './server/script.ts'

/** An agent in a version. */
export type Agent = {
  readonly id: string
  readonly name: string
  /** Its package on npm. */
  readonly package: string
  readonly version: string
  readonly driver: Driver
}

/** How an agent is set up, led through the scenario, and compared. */
export type Driver = {
  readonly protocol: Protocol
  /** Its program in its package, if it is not the script of its command. */
  readonly program?: string
  /** Size in tokens at which it condenses with the settings below. */
  readonly limit: number
  readonly useTool: UseTool
  /** Files in its home before it starts, as text or JSON. */
  readonly settings: (url: string) => Readonly<Record<string, string | object>>
  readonly env?: (url: string) => Readonly<Record<string, string>>
  /** Leads it through the turns and returns the path of the stored session, as the importers take it. */
  readonly play: (stage: Stage) => Promise<string>
  /** How often it condenses because it is told to. */
  readonly condensedByHand: number
  readonly form: SentForm
  readonly known?: readonly KnownDifference[]
  /** What the arm that follows it is given. */
  readonly arm: ArmOfAgent
}

/** A difference that is expected, with its reason. */
export type KnownDifference = { readonly reason: string; readonly fits: (difference: Difference) => boolean }

/** What a driver leads its agent with. */
export type Stage = {
  readonly home: string
  readonly project: string
  readonly command: Command
  readonly place: Place
  /** Folder of the package that opens pseudo terminals. */
  readonly terminals: string
  /** Runs the agent with arguments to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ended>
  /** How many requests of a kind there were so far. */
  readonly count: (kind: 'turn' | 'summary') => number
}
