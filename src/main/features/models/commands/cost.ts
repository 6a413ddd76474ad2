import { Option, type Command } from 'commander'
import { alignRight, buildFacts, buildTable, type Block } from '../../../../shared/document/document.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { CostReport } from '../../../../shared/library/context-contract.ts'
import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { count, price } from '../../../terminal/arguments/numbers.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { askAndPrint } from '../../../terminal/print-answer.ts'

/** `dewpoint cost`. */
export function addCostCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'cost',
    'Compute what a request costs, cached tokens included.',
    'cost --model claude-sonnet-4 --input 20000 --output 1000',
  )
    .requiredOption('--model <id>', 'model, as its vendor or a gateway calls it')
    .option('--input <tokens>', 'input tokens', count, 0)
    .option('--output <tokens>', 'output tokens', count, 0)
    .option('--cache-writes <tokens>', 'tokens written to the prompt cache', count, 0)
    .option('--cache-reads <tokens>', 'tokens read from the prompt cache', count, 0)
    .addOption(
      new Option(
        '--protocol <name>',
        'whether the input counts cached tokens: anthropic leaves them out',
      ).choices(['anthropic', 'openai']),
    )
    .option('--input-price <usd>', 'price per million tokens, instead of the known one', price)
    .option('--output-price <usd>', 'the same for output', price)
    .option('--cache-writes-price <usd>', 'the same for cache writes', price)
    .option('--cache-reads-price <usd>', 'the same for cache reads', price)
    .action(run(runCostCommand))
}

type Kind = 'input' | 'output' | 'cacheWrites' | 'cacheReads'
const kinds: readonly Kind[] = ['cacheWrites', 'cacheReads', 'input', 'output']

type CostOptions = CommonOptions &
  Readonly<Record<Kind, number>> & {
    readonly model: string
    readonly protocol?: 'anthropic' | 'openai'
    readonly inputPrice?: number
    readonly outputPrice?: number
    readonly cacheWritesPrice?: number
    readonly cacheReadsPrice?: number
  }

/** `dewpoint cost`: what a request with this usage costs. Resolves to the exit code. */
async function runCostCommand(options: CostOptions, context: CommandContext): Promise<number> {
  const { model, protocol, input, output, cacheWrites, cacheReads } = options
  const prices = readGivenPrices(options)
  const request = {
    model,
    usage: { input, output, cacheWrites, cacheReads },
    ...(protocol === undefined ? {} : { protocol }),
    ...(prices === undefined ? {} : { prices }),
  }
  return askAndPrint(options, context, (client) => client.context.cost(request), buildCostReport)
}

function readGivenPrices(options: CostOptions): ModelPrices | undefined {
  const given = kinds.flatMap((kind): [Kind, number][] => {
    const price = options[`${kind}Price`]
    return price === undefined ? [] : [[kind, price]]
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** `cost`: what a request costs, and by which prices. */
export function buildCostReport(report: CostReport): readonly Block[] {
  const { costUsd, parts, prices, missing, model, knownAs, protocol } = report
  const name =
    knownAs === null
      ? `${model} (not in the price list)`
      : knownAs === model
        ? model
        : `${model}, priced as ${knownAs}`
  return [
    buildFacts([
      ['cost', formatKnownUsd(costUsd)],
      ['model', name],
      ['input counts', protocol === 'anthropic' ? 'without cached tokens' : 'with cached tokens'],
      ['no price for', missing],
    ]),
    buildTable(
      ['part', ...alignRight('$ per million', 'cost')],
      kinds.map((kind) => [
        kind,
        prices[kind] === undefined ? 'unknown' : String(prices[kind]),
        formatKnownUsd(parts[kind]),
      ]),
    ),
  ]
}

function formatKnownUsd(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : formatUsd(costUsd)
}
