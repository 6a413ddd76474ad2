import { Option, type Command } from 'commander'
import { logLevels, type EntryLevel, type LogEntry, type LogLevel } from '../../../../shared/domain/log.ts'
import { command, type Runner } from '../../arguments/command.ts'
import { hits } from '../../arguments/numbers.ts'
import { surroundingsOf } from '../../../default-data-folder.ts'
import { logFolder } from '../../../log/log-files.ts'
import { followLog, readLog } from '../../../log/read-log.ts'
import { dataFolderOf, withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { oneLine } from '../../output/figures.ts'
import { jsonLine, jsonText } from '../../output/json.ts'
import { since } from '../../arguments/since.ts'
import { untilAborted } from '../../jobs/until-aborted.ts'

/** `dewpoint logs`. */
export function addLogsCommand(program: Command, run: Runner): void {
  command(
    program,
    'logs',
    'Show the log of the app, the browser host and the command line: starts, runs, model calls, failures. It never has messages, prompts or keys.',
    'logs --level warn --since 24h',
  )
    .addOption(new Option('--level <level>', 'entries of this level and above').choices(logLevels.slice(1)))
    .option('--since <when>', 'only entries since a date, or in the last 7d, 24h or 90m')
    .option('--lines <number>', 'most entries to show, the newest ones', hits, 50)
    .option('-f, --follow', 'keep showing new entries until Ctrl+C')
    .addOption(
      new Option('--set-level <level>', 'set the level of the log, and show nothing').choices(logLevels),
    )
    .action((options: LogsOptions) => run((context) => logsCommand(options, context)))
}

/** Options of `dewpoint logs`. */
type LogsOptions = CommonOptions & {
  readonly level?: EntryLevel
  readonly since?: string
  readonly lines: number
  readonly follow?: boolean
  readonly setLevel?: LogLevel
}

/** `dewpoint logs`. Reads the files themselves, so that it works where the database does not. */
async function logsCommand(options: LogsOptions, context: CommandContext): Promise<number> {
  const { level, setLevel, lines } = options
  if (setLevel !== undefined) return setLogLevel(setLevel, options, context)
  const dataFolder = dataFolderOf(options, context)
  const { examineDataFolder } = await import('../../../data-folder.ts')
  examineDataFolder(dataFolder, surroundingsOf(context.env))
  const folder = logFolder(dataFolder)
  const sinceTs = options.since === undefined ? undefined : since(options.since, Date.now())
  const filter = { level, sinceTs }
  const isJson = options.json === true
  if (options.follow !== true) {
    const entries = await readLog(folder, { ...filter, lines })
    await context.terminal.out(isJson ? jsonText(entries) : textOf(entries, folder))
    return 0
  }
  // Begun before what is there is read, so that nothing falls between the two.
  const coming = followLog(folder, filter, context.signal)
  const show = (entry: LogEntry): Promise<void> =>
    context.terminal.out(isJson ? `${jsonLine(entry)}\n` : lineOf(entry))
  for (const entry of await readLog(folder, { ...filter, lines })) await show(entry)
  try {
    for await (const entry of untilAborted(coming, context.signal)) await show(entry)
  } catch (error) {
    if (!context.signal.aborted) throw error
  }
  return 0
}

async function setLogLevel(level: LogLevel, options: LogsOptions, context: CommandContext): Promise<number> {
  const state = await withDewpoint(options, context, ({ client }) => client.logs.setLevel({ level }))
  const instead = state.levelFrom === null ? '' : ` ${state.levelFrom} goes before it.`
  const said = `The log records ${level === 'off' ? 'nothing' : `${level} and above`} from the next start on.${instead}\n`
  await context.terminal.out(options.json === true ? jsonText(state) : said)
  return 0
}

function textOf(entries: readonly LogEntry[], folder: string): string {
  return entries.length === 0 ? `No entries. The log is in ${folder}\n` : entries.map(lineOf).join('')
}

/** `2026-11-22 21:00:05.123 info run-ended runId=… ms=12 (browser 4711)`. Times are UTC. */
function lineOf({ time, level, event, door, pid, ...fields }: LogEntry): string {
  const stamp = new Date(time).toISOString().replace('T', ' ').replace('Z', '')
  const said = Object.entries(fields).map(([key, value]) => `${key}=${wordOf(value)}`)
  const line = [stamp, level, event, ...said, `(${door} ${pid})`].join(' ')
  return `${oneLine(line, 2000)}\n`
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' && !value.includes(' ') ? value : JSON.stringify(value)
