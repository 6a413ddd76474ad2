import { Option, type Command } from 'commander'
import {
  logLevels,
  type EntryLevel,
  type LogEntry,
  type LogLevel,
} from '../../../../shared/installation/log-types.ts'
import { logFolder } from '../../../platform/log/log-files.ts'
import { followLog, readLog } from '../../../platform/log/read-log.ts'
import { buildSurroundings } from '../../../platform/resolve-default-data-folder.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parseHitLimit } from '../../../terminal/arguments/numbers.ts'
import { parseSince } from '../../../terminal/arguments/parse-since.ts'
import {
  resolveDataFolder,
  withDewpoint,
  type CommandContext,
  type CommonOptions,
} from '../../../terminal/context.ts'
import { streamUntilAborted } from '../../../terminal/jobs/stream-until-aborted.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJsonLine, formatJson } from '../../../terminal/output/json.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint logs`. */
export function addLogsCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'logs',
    'Show the log of the app, the browser host and the command line: starts, runs, model calls, failures. It never has messages, prompts or keys.',
    'logs --level warn --since 24h',
  )
    .addOption(new Option('--level <level>', 'entries of this level and above').choices(logLevels.slice(1)))
    .option('--since <when>', 'only entries since a date, or in the last 7d, 24h or 90m')
    .option('--lines <number>', 'most entries to show, the newest ones', parseHitLimit, 50)
    .option('-f, --follow', 'keep showing new entries until Ctrl+C')
    .addOption(
      new Option('--set-level <level>', 'set the level of the log, and show nothing').choices(logLevels),
    )
    .action(run(runLogsCommand))
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
async function runLogsCommand(options: LogsOptions, context: CommandContext): Promise<number> {
  const { level, setLevel, lines } = options
  if (setLevel !== undefined) return setLogLevel(setLevel, options, context)
  const dataFolder = resolveDataFolder(options, context)
  const { examineDataFolder } = await import('../../../platform/data-folder.ts')
  examineDataFolder(dataFolder, buildSurroundings(context.env))
  const folder = logFolder(dataFolder)
  const sinceTs = options.since === undefined ? undefined : parseSince(options.since, Date.now())
  const filter = { level, sinceTs }
  const isJson = options.json === true
  if (options.follow !== true) {
    const entries = await readLog(folder, { ...filter, lines })
    await context.terminal.out(isJson ? formatJson(entries) : formatLogEntries(entries, folder))
    return 0
  }
  // Begun before what is there is read, so that nothing falls between the two.
  const coming = followLog(folder, filter, context.signal)
  const show = (entry: LogEntry): Promise<void> =>
    context.terminal.out(isJson ? `${formatJsonLine(entry)}\n` : formatLogLine(entry))
  for (const entry of await readLog(folder, { ...filter, lines })) await show(entry)
  try {
    for await (const entry of streamUntilAborted(coming, context.signal)) await show(entry)
  } catch (error) {
    if (!context.signal.aborted) throw error
  }
  return 0
}

async function setLogLevel(level: LogLevel, options: LogsOptions, context: CommandContext): Promise<number> {
  const state = await withDewpoint(options, context, ({ client }) => client.logs.setLevel({ level }))
  const instead = state.levelFrom === null ? '' : ` ${state.levelFrom} goes before it.`
  const said = `The log records ${level === 'off' ? 'nothing' : `${level} and above`} from the next start on.${instead}`
  return printAnswer(options, context, state, () => said)
}

function formatLogEntries(entries: readonly LogEntry[], folder: string): string {
  return entries.length === 0 ? `No entries. The log is in ${folder}\n` : entries.map(formatLogLine).join('')
}

/** `2026-11-22 21:00:05.123 info run-ended runId=… ms=12 (browser 4711)`. Times are UTC. */
function formatLogLine({ time, level, event, door, pid, ...fields }: LogEntry): string {
  const stamp = new Date(time).toISOString().replace('T', ' ').replace('Z', '')
  const said = Object.entries(fields).map(([key, value]) => `${key}=${formatLogValue(value)}`)
  const line = [stamp, level, event, ...said, `(${door} ${pid})`].join(' ')
  return `${formatOneLine(line, 2000)}\n`
}

const formatLogValue = (value: unknown): string =>
  typeof value === 'string' && !value.includes(' ') ? value : JSON.stringify(value)
