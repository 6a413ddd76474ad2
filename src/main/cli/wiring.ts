import type { CommandContext } from '../terminal/context.ts'

/** What builds Dewpoint for a command; loaded when it is called, so that `--help` stays quick. */
export const wiring: Pick<CommandContext, 'compose' | 'composeDoctor'> = {
  compose: async (options) => (await import('../compose.ts')).compose(options),
  composeDoctor: async (options) => (await import('../compose.ts')).composeDoctor(options),
}
