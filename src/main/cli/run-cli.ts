import { CommanderError, type Command } from 'commander'
import { CliFailure } from '../terminal/cli-failure.ts'
import type { CommandContext } from '../terminal/context.ts'
import { describeFailure } from '../terminal/describe-failure.ts'
import { formatJson } from '../terminal/output/json.ts'
import { buildProgram, formatHelp } from './program.ts'

/** Runs one command line to its end. Resolves to the exit code and never throws. */
export async function runCli(
  args: readonly string[],
  version: string,
  context: CommandContext,
): Promise<number> {
  let exitCode = 0
  const program = buildProgram(version, (command) => async (...given) => {
    // Behind arguments and options, Commander hands on the command itself, which no action asks for.
    const own = given.slice(0, command.length - 1) as unknown as typeof given
    // oxlint-disable-next-line dewpoint/spread-arguments -- as many as the command line has places
    exitCode = await command(...own, context)
  })
  try {
    if (args.length === 0) await context.terminal.out(formatHelp(program))
    else await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError)
      return reportParsingError(error, context, findNamedCommand(program, args))
    if (context.signal.aborted) return 130
    const { line, exitCode: code } = describeFailure(error)
    const json = error instanceof CliFailure && args.includes('--json') ? error.json : undefined
    if (json === undefined) context.terminal.err(`${line}\n`)
    else await context.terminal.out(formatJson(json))
    if (context.env['DEWPOINT_DEBUG']) context.terminal.err(`${describeStack(error)}\n`)
    return code
  }
}

/** The command that the arguments name, as it is typed: `dewpoint profiles add`. */
function findNamedCommand(program: Command, args: readonly string[]): string {
  const names = [program.name()]
  let found: Command | undefined = program
  for (const arg of args) {
    found = found.commands.find((command) => command.name() === arg)
    if (found === undefined) break
    names.push(arg)
  }
  return names.join(' ')
}

function reportParsingError(error: CommanderError, { terminal }: CommandContext, command: string): number {
  // Help and version were printed already.
  if (error.exitCode === 0) return 0
  const message = error.message
    .replace(/^error: /, '')
    // What stands behind a misspelt `--key=` is nobody's business.
    .replace(/(unknown option '[^'=]*)=[^']*'/, "$1'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  terminal.err(`dewpoint: ${message}${/[.)]$/.test(message) ? '' : '.'} Try \`${command} --help\`.\n`)
  return 2
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\nCaused by: ${describeStack(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
