import { InvalidArgumentError, type Command } from 'commander'
import type { PlantedInput } from '../../../../shared/planted/planted-types.ts'
import { parseTokenSize, parseWholeNumber } from '../../../terminal/arguments/numbers.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'

/** Which planted histories are condensed by which methods, as commands are asked for it. */
export type PlantedSetOptions = {
  readonly methods?: string
  readonly seed?: number
  readonly histories?: number
  readonly size?: number
}

/** Adds the options that name methods and histories. */
export function addPlantedOptions(command: Command, size: string): Command {
  return command
    .option('--methods <ids>', 'methods to measure, separated by commas (see `dewpoint arms`)')
    .option('--seed <number>', 'another set of histories than the one of all (default: 1)', parseSeed)
    .option('--histories <number>', 'histories, 2 to 200 (default: 12)', parseHistories)
    .option('--size <tokens>', `tokens of a history, as 20k or 150k (default: ${size})`, parseHistorySize)
}

/** What was asked for, as the engine takes it. */
export function readPlantedOptions({
  methods,
  seed,
  histories,
  size: tokens,
}: PlantedSetOptions): Partial<PlantedInput> {
  return {
    ...(methods === undefined ? {} : { arms: parseArmIds(methods, '--methods') }),
    ...(seed === undefined ? {} : { seed }),
    ...(histories === undefined ? {} : { histories }),
    ...(tokens === undefined ? {} : { tokens }),
  }
}

function parseSeed(text: string): number {
  return parseWholeNumber(text, 0, 4_000_000, 'a whole number from 0 to 4000000')
}

function parseHistories(text: string): number {
  return parseWholeNumber(text, 2, 200, 'a whole number from 2 to 200: one has no interval')
}

function parseHistorySize(text: string): number {
  const tokens = parseTokenSize(text)
  if (tokens >= 5000 && tokens <= 1_000_000) return tokens
  throw new InvalidArgumentError('It must be a number of tokens from 5000 to 1M.')
}
