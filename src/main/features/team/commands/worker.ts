import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { describeWorkDone } from '../../../../shared/team/queue-words.ts'
import { allowCommandsOption, type Runner, addCommand } from '../../../terminal/arguments/add-command.ts'
import { requireDatabaseAddress, databaseOption } from '../../../terminal/arguments/database.ts'
import { parseCellConcurrency } from '../../../terminal/arguments/numbers.ts'
import { type CommandContext, type CommonOptions, withDewpoint } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint worker`. */
export function addWorkerCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'worker',
    'Do cells of experiments that are run on a shared database, until it is stopped.',
    'worker --database postgres://dewpoint@db.example.com/dewpoint',
  )
    .option(...databaseOption)
    .option(
      '--concurrency <number>',
      'cells at the same time (default: one for each core)',
      parseCellConcurrency,
    )
    .option('--until-idle', 'end once nothing waits that this machine could do')
    .option(...allowCommandsOption)
    .action(run(runWorkerCommand))
}

type WorkerOptions = CommonOptions & {
  readonly database?: string | true
  readonly concurrency?: number
  readonly untilIdle?: boolean
}

/** `dewpoint worker`: resolves to 0, also where it was stopped. */
async function runWorkerCommand(options: WorkerOptions, context: CommandContext): Promise<number> {
  const { signal, terminal } = context
  const address = requireDatabaseAddress(options.database ?? true, context)
  const { concurrency = availableParallelism(), untilIdle = false } = options
  const tell = (sentence: string): void => terminal.err(`${sentence}\n`)
  return withDewpoint(options, context, async ({ connect }) => {
    const team = await connect({ address, signal, tell })
    try {
      tell(
        `Working on ${team.shown}, ${concurrency} cells at a time. Histories are kept in this machine’s library.`,
      )
      const onCell = (cellId: string): void => {
        if (options.progress === true) tell(cellId)
      }
      const done = await team.work({ signal, concurrency, untilIdle, onCell })
      return await printAnswer(options, context, { cells: done }, () => describeWorkDone(done))
    } finally {
      await team.close()
    }
  })
}
