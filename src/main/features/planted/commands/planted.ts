import { InvalidArgumentError, type Command } from 'commander'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { price, parseWholeNumber } from '../../../terminal/arguments/numbers.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildCliff } from './build-cliff.ts'
import { addPlantedOptions, readPlantedOptions, type PlantedSetOptions } from './planted-options.ts'

/** `dewpoint planted`. */
export function addPlantedCommand(program: Command, run: Runner): void {
  const command = addCommand(
    program,
    'planted',
    'Condense histories whose truth is known, and say what is there, stale and gone afterwards.',
    'planted --methods claude-code,codex-local,smart-balanced --rounds 1,3,5',
  )
  addPlantedOptions(command, '20k')
    .option('--rounds <numbers>', 'condensations in a row, separated by commas (default: 1,3,5)', parseRounds)
    .option(
      '--model <id>',
      'model that writes summaries and answers, see `dewpoint profiles` (needs --budget)',
    )
    .option('--budget <usd>', 'what the model may cost in all, in $', price)
    .action(run(runPlantedCommand))
}

type PlantedOptions = CommonOptions &
  PlantedSetOptions & {
    readonly rounds?: number[]
    readonly model?: string
    readonly budget?: number
  }

/** `dewpoint planted`. */
async function runPlantedCommand(options: PlantedOptions, context: CommandContext): Promise<number> {
  const { rounds, model, budget } = options
  const input = { ...readPlantedOptions(options), rounds, profileId: model, maxCostUsd: budget }
  return withDewpoint(options, context, async ({ client }) => {
    const result = await awaitJobResult((more) => client.planted.measure(input, more), options, context)
    return printAnswer(options, context, result, buildCliff)
  })
}

function parseRounds(text: string): number[] {
  const what = 'whole numbers from 1 to 20, ten of them at most, such as 1,3,5'
  const rounds = text.split(',').map((one) => parseWholeNumber(one.trim(), 1, 20, what))
  if (rounds.length <= 10) return [...new Set(rounds)]
  throw new InvalidArgumentError(`It must be ${what}.`)
}
