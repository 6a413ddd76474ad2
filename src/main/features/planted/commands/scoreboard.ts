import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { quoteShellWord } from '../../../../shared/kernel/quote-shell-word.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTasks } from '../../../terminal/arguments/find-task.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { pickExitCode, reportPreparing } from '../../../terminal/jobs/prepare-library.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { renderScoreboard } from '../render-scoreboard.ts'
import { buildScoreboard, pickScoreboardArms } from './build-scoreboard.ts'
import { addPlantedOptions, readPlantedOptions, type PlantedSetOptions } from './planted-options.ts'

/** `dewpoint scoreboard`. */
export function addScoreboardCommand(program: Command, run: Runner): void {
  const command = addCommand(
    program,
    'scoreboard',
    'Play every method that needs no key on planted histories: kept against tokens, rounds, dollars, on one page. Takes about two minutes of a processor.',
    'scoreboard --out scoreboard.md',
  ).argument(
    '[tasks...]',
    'sessions whose recorded condensations are measured as well: folders, histories or ids of tasks',
  )
  addPlantedOptions(command, '60k')
    .option('--out <file>', 'write the page there, as .md, and its picture beside it, as .svg')
    .option('--force', 'replace these files')
    .action(run(runScoreboardCommand))
}

type ScoreboardOptions = CommonOptions &
  PlantedSetOptions & { readonly out?: string; readonly force?: boolean }

/** Resolves to 1 where one of the tasks could not be measured. */
async function runScoreboardCommand(
  names: readonly string[],
  options: ScoreboardOptions,
  context: CommandContext,
): Promise<number> {
  const { json, out, force } = options
  return withDewpoint(options, context, async ({ client, guard }) => {
    const place = { folder: context.folder, force, guard }
    const page = await openOutputFile(out, place)
    requireMarkdown(out)
    const picture = await openOutputFile(out?.replace(/\.md$/i, '.svg'), place)
    const arms = await client.arms.list()
    const input = {
      tokens: defaultTokens,
      arms: [...pickScoreboardArms(arms)],
      ...readPlantedOptions(options),
    }
    const taskIds = await findTasks(names, client, context.folder)
    const result = await awaitJobResult((more) => client.planted.measure(input, more), options, context)
    const { code, recorded } = await measureRecorded([...taskIds], client, options, context)
    const { version } = await client.app.info()
    const blocks = buildScoreboard({ result, arms, recorded, version, command: writeCommand(names, options) })
    if (page !== null && picture !== null) {
      const files = renderScoreboard(blocks, result, basename(picture.path))
      await page.write(files.page)
      await picture.write(files.picture)
    }
    if (json === true || page === null)
      await printAnswer(options, context, { ...result, version, recorded }, () => blocks)
    else await context.terminal.out(`${page.path}\n${picture?.path ?? ''}\n`)
    return code
  })
}

/** Of a planted history: less, and several methods find nothing to do. */
const defaultTokens = 60_000

function requireMarkdown(out: string | undefined): void {
  if (out === undefined || /\.md$/i.test(out)) return
  throw new CliFailure({
    message: 'The page is written as Markdown.',
    where: out,
    hint: 'Let the name of the file end with .md.',
  })
}

/** What condensations of named sessions say, at the size that their agent left; null where none are named. */
async function measureRecorded(
  taskIds: string[],
  client: Dewpoint['client'],
  options: CommonOptions,
  context: CommandContext,
): Promise<{ readonly code: number; readonly recorded: Answer | null }> {
  if (taskIds.length === 0) return { code: 0, recorded: null }
  const { signal } = context
  const events = await client.answers.measure({ taskIds, cuts: ['default'] }, { signal })
  const code = pickExitCode(await reportPreparing(events, 'measure', options, context))
  return { code, recorded: await client.answers.get({ taskIds, goal: 'keeps-most' }, { signal }) }
}

/** The command line that makes the page again. */
function writeCommand(
  names: readonly string[],
  { methods, seed, histories, size, out = 'scoreboard.md' }: ScoreboardOptions,
): string {
  const given = { methods, seed, histories, size, out }
  const words = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, quoteShellWord(String(value))],
  )
  return ['dewpoint scoreboard', ...names.map(quoteShellWord), ...words].join(' ')
}
