import { Option, type Command } from 'commander'
import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describePushedContent } from '../../../../shared/team/queue-words.ts'
import { type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { requireDatabaseAddress, databaseOption } from '../../../terminal/arguments/database.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { experimentHelp } from '../../experiments/commands/experiment-help.ts'
import { findExperiment } from '../../experiments/commands/find-experiment.ts'

type Team = Awaited<ReturnType<Dewpoint['connect']>>
type Listed = Awaited<ReturnType<Team['list']>>[number]

/** `dewpoint push` and `dewpoint pull`. */
export function addTeamCommands(program: Command, run: Runner): void {
  addCommand(
    program,
    'push',
    'Share experiments, their reports and their evidence on a shared database.',
    'push ledger --database postgres://dewpoint@db.example.com/dewpoint --redact',
  )
    .argument('<experiment...>', experimentHelp)
    .option(...databaseOption)
    .option('--redact', 'replace paths, e-mail addresses, keys and user names, and leave contexts out')
    .action(run(push))
  addCommand(
    program,
    'pull',
    'Take experiments of a shared database into the library: those that are named, or all that are not here.',
    'pull --database postgres://dewpoint@db.example.com/dewpoint',
  )
    .argument('[ids...]', 'ids or names that `pull --list` shows')
    .option(...databaseOption)
    .addOption(new Option('--list', 'list what is there, and take nothing').conflicts('out'))
    .option('-o, --out <file>', 'write the report of the one that is named, as HTML, and take nothing')
    .option('--force', 'replace the file if it exists')
    .action(run(pull))
}

type PushOptions = CommonOptions & { readonly database?: string | true; readonly redact?: boolean }

type PullOptions = CommonOptions & {
  readonly database?: string | true
  readonly list?: boolean
  readonly out?: string
  readonly force?: boolean
}

/** Connects for one command. */
async function withTeam<T>(
  { connect }: Dewpoint,
  options: { readonly database?: string | true },
  context: CommandContext,
  work: (team: Team) => Promise<T>,
): Promise<T> {
  const { signal, terminal } = context
  const address = requireDatabaseAddress(options.database ?? true, context)
  const team = await connect({ address, signal, tell: (sentence) => terminal.err(`${sentence}\n`) })
  try {
    return await work(team)
  } finally {
    await team.close()
  }
}

/** `dewpoint push <experiment...>`. */
async function push(
  names: readonly string[],
  options: PushOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const pushed = await withDewpoint(options, context, async (dewpoint) => {
    const found: Awaited<ReturnType<typeof findExperiment>>[] = []
    for (const name of names)
      found.push(await findExperiment(name, dewpoint.client, { folder, isOneOnly: true }))
    return withTeam(dewpoint, options, context, async (team) => {
      if (options.redact !== true) terminal.err(`${describePushedContent(team.shown)}\n`)
      const done: Awaited<ReturnType<Team['push']>>[] = []
      for (const { id } of found)
        done.push(await team.push({ experimentId: id, redact: options.redact === true }))
      return done
    })
  })
  return printAnswer(options, context, { pushed }, () => [
    buildText(
      pushed.map(({ id, name, bytes }) => `${id} (${formatOneLine(name)}): ${formatByteSize(bytes)} stored.`),
    ),
  ])
}

/** `dewpoint pull [ids...]`. */
async function pull(ids: readonly string[], options: PullOptions, context: CommandContext): Promise<number> {
  const { folder } = context
  return withDewpoint(options, context, async (dewpoint) => {
    const { out, force } = options
    const file = await openOutputFile(out, { folder, force, guard: dewpoint.guard })
    return withTeam(dewpoint, options, context, async (team) => {
      const listed = await team.list()
      if (options.list === true) return printAnswer(options, context, listed, buildPushedTable)
      const named = ids.map((id) => requireListed(id, listed))
      if (file !== null) {
        const [only] = named
        if (only === undefined || named.length > 1) throw makeOneReportFailure()
        await file.write(await team.report(only.id))
        return printAnswer(options, context, { file: file.path }, () => `The report is ${file.path}`)
      }
      const wanted = ids.length > 0 ? named : listed.filter(({ localId }) => localId === null)
      const { pulled, failed } = await pullEach(team, wanted, context)
      const nothing = `Nothing new among ${formatCountWithNoun(listed.length, 'experiment')}.`
      await printAnswer(
        options,
        context,
        { pulled: pulled.map(({ id, name }) => ({ id, name })), failed },
        () => [
          buildText(
            pulled.map(({ id, name }) => `Experiment ${id} (${formatOneLine(name)}) imported.`),
            pulled.length + failed.length === 0 && nothing,
          ),
        ],
      )
      return failed.length === 0 ? 0 : 1
    })
  })
}

/** Takes experiments one by one: what is wrong with one is said, and the others are taken all the same. */
async function pullEach(
  team: Team,
  wanted: readonly Listed[],
  { signal, terminal }: CommandContext,
): Promise<{
  readonly pulled: readonly Awaited<ReturnType<Team['pull']>>[]
  readonly failed: readonly { readonly id: string; readonly message: string }[]
}> {
  const pulled: Awaited<ReturnType<Team['pull']>>[] = []
  const failed: { id: string; message: string }[] = []
  for (const { id } of wanted) {
    try {
      pulled.push(await team.pull(id))
    } catch (error) {
      if (signal.aborted) throw error
      const message = describeError(error)
      terminal.err(`Not taken: ${formatOneLine(id, 100)}: ${formatOneLine(message, 400)}\n`)
      failed.push({ id, message })
    }
  }
  return { pulled, failed }
}

function requireListed(id: string, listed: readonly Listed[]): Listed {
  const found = listed.find((one) => one.id === id) ?? listed.find(({ name }) => name === id)
  if (found !== undefined) return found
  throw new CliFailure({
    message: `The team has no experiment ${formatOneLine(id, 100)}.`,
    hint: 'See `dewpoint pull --list`.',
  })
}

function makeOneReportFailure(): CliFailure {
  return new CliFailure({ message: 'A report is of one experiment.', where: '--out', hint: 'Name one.' })
}

function formatByteSize(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 1024))} KiB`
}

function buildPushedTable(listed: readonly Listed[]): readonly Block[] {
  if (listed.length === 0) return [buildText('Nobody has pushed an experiment yet.')]
  return [
    buildTable(
      ['id', 'name', ...alignRight('cells', 'size'), 'evidence', 'pushed by', ''],
      listed.map(({ id, name, cells, bytes, pushedBy, isRedacted, localId }) => [
        id,
        formatOneLine(name, 60),
        String(cells),
        formatByteSize(bytes),
        isRedacted ? 'redacted' : 'whole',
        formatOneLine(pushedBy, 60),
        localId === null ? '' : `here as ${localId}`,
      ]),
    ),
  ]
}
