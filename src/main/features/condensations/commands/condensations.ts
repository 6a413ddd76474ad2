import { Option, type Command } from 'commander'
import type { Autopsied } from '../../../../shared/condensations/autopsy-types.ts'
import {
  buildCondensationTable,
  shortenCondensation,
  sortByMissing,
} from '../../../../shared/condensations/build-condensation-tables.ts'
import {
  buildElsewhereBlocks,
  cheaperModels,
  priceOnModels,
} from '../../../../shared/condensations/price-on-models.ts'
import { buildText } from '../../../../shared/document/document.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTasksOrOwn } from '../../../terminal/arguments/find-own-tasks.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { formatOneLine, formatTime } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

type CondensationsOptions = CommonOptions & {
  readonly sort: 'time' | 'missing'
  readonly on?: readonly string[]
}

/** `dewpoint condensations`. */
export function addCondensationsCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'condensations',
    'List the condensations (compactions) that agents made, with what was needed later and missing.',
    'condensations ~/.claude/projects --sort missing',
  )
    .argument(
      '[tasks]',
      'a folder, a history file or the id of a task (default: all that agents keep on this machine)',
    )
    .addOption(
      new Option('--sort <order>', 'in the order of their tasks, or where most was read again first')
        .choices(['time', 'missing'])
        .default('time'),
    )
    .option('--on <model...>', 'models to price the same condensations on, from recorded tokens')
    .action(run(listCondensations))
}

type Failure = { readonly taskId: string; readonly title: string; readonly reason: string }
type TaskCondensation = Autopsied & { readonly taskId: string; readonly title: string }

/** `dewpoint condensations [tasks]`. Resolves to the exit code, 0. */
async function listCondensations(
  path: string | undefined,
  options: CondensationsOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const named = new Set(await findTasksOrOwn(path === undefined ? [] : [path], client, context))
    const tasks = (await client.tasks.list()).filter(
      ({ id, condensations }) => named.has(id) && condensations !== 0,
    )
    const progress = createProgress(options, context)
    const found: TaskCondensation[] = []
    const failures: Failure[] = []
    for (const [done, { id: taskId, title }] of tasks.entries()) {
      progress.show('examining', done, tasks.length)
      try {
        const { condensations } = await client.condensations.list({ taskId }, { signal: context.signal })
        for (const one of condensations) found.push({ taskId, title, ...one })
      } catch (error) {
        // One of many that cannot be read hides nothing of the others.
        if (tasks.length === 1 || context.signal.aborted) throw error
        failures.push({ taskId, title, reason: error instanceof Error ? error.message : 'unknown' })
      }
    }
    progress.end()
    const rows = found.map((one) => ({
      ...shortenCondensation(one),
      ...(tasks.length > 1 ? { title: formatOneLine(one.title, 40) } : {}),
      whole: one,
    }))
    const sorted = options.sort === 'missing' ? sortByMissing(rows) : rows
    const elsewhere = await priceOnModels(
      found,
      options.on ?? cheaperModels,
      (model, { tokensIn, tokensOut }) =>
        client.context.cost({
          model,
          protocol: 'anthropic',
          usage: { input: tokensIn, output: tokensOut, cacheReads: 0, cacheWrites: 0 },
        }),
    )
    const answer = { condensations: sorted.map(({ whole }) => whole), elsewhere, failures }
    return printAnswer(options, context, answer, () => [
      sorted.length === 0
        ? buildText('No condensation is recorded.')
        : buildCondensationTable(sorted, formatTime),
      ...buildElsewhereBlocks(found, elsewhere),
      buildText(
        failures.length > 0 &&
          `${formatCountWithNoun(failures.length, 'task')} could not be read, which --json lists.`,
      ),
    ])
  })
}
