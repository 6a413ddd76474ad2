import { InvalidArgumentError, type Command } from 'commander'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parseTokenSize, price, parseWholeNumber } from '../../../terminal/arguments/numbers.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildCliff } from './build-cliff.ts'

/** `dewpoint planted`. */
export function addPlantedCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'planted',
    'Condense histories whose truth is known, and say what is there, stale and gone afterwards.',
    'planted --methods claude-code,codex-local,smart-balanced --rounds 1,3,5',
  )
    .option('--methods <ids>', 'methods to measure, separated by commas (see `dewpoint arms`)')
    .option('--seed <number>', 'another set of histories than the one of all (default: 1)', parseSeed)
    .option('--histories <number>', 'histories, 2 to 200 (default: 12)', parseHistories)
    .option('--rounds <numbers>', 'condensations in a row, separated by commas (default: 1,3,5)', parseRounds)
    .option('--size <tokens>', 'tokens of a history, as 20k or 150k (default: 20k)', parseHistorySize)
    .option(
      '--model <id>',
      'model that writes summaries and answers, see `dewpoint profiles` (needs --budget)',
    )
    .option('--budget <usd>', 'what the model may cost in all, in $', price)
    .action(run(runPlantedCommand))
}

type PlantedOptions = CommonOptions & {
  readonly methods?: string
  readonly seed?: number
  readonly histories?: number
  readonly rounds?: number[]
  readonly size?: number
  readonly model?: string
  readonly budget?: number
}

/** `dewpoint planted`. */
async function runPlantedCommand(options: PlantedOptions, context: CommandContext): Promise<number> {
  const { methods, seed, histories, rounds, size: tokens, model, budget } = options
  const input = {
    ...(methods === undefined ? {} : { arms: parseArmIds(methods, '--methods') }),
    seed,
    histories,
    rounds,
    tokens,
    profileId: model,
    maxCostUsd: budget,
  }
  return withDewpoint(options, context, async ({ client }) => {
    const result = await awaitJobResult((more) => client.planted.measure(input, more), options, context)
    return printAnswer(options, context, result, buildCliff)
  })
}

function parseSeed(text: string): number {
  return parseWholeNumber(text, 0, 4_000_000, 'a whole number from 0 to 4000000')
}

function parseHistories(text: string): number {
  return parseWholeNumber(text, 2, 200, 'a whole number from 2 to 200: one has no interval')
}

function parseRounds(text: string): number[] {
  const what = 'whole numbers from 1 to 20, ten of them at most, such as 1,3,5'
  const rounds = text.split(',').map((one) => parseWholeNumber(one.trim(), 1, 20, what))
  if (rounds.length <= 10) return [...new Set(rounds)]
  throw new InvalidArgumentError(`It must be ${what}.`)
}

function parseHistorySize(text: string): number {
  const tokens = parseTokenSize(text)
  if (tokens >= 5000 && tokens <= 1_000_000) return tokens
  throw new InvalidArgumentError('It must be a number of tokens from 5000 to 1M.')
}
