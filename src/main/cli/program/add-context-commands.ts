import { Option, type Command } from 'commander'
import type { CostOptions } from '../commands/cost.ts'
import type { StatusOptions } from '../commands/status.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { count, number, percent, price, tokens } from './numbers.ts'

/** Commands about windows and money. */
export function addContextCommands(program: Command, run: Runner): void {
  command(
    program,
    'status',
    'Show where a task stands against a model’s window, and what the next request would do.',
    'status ~/tasks/42 --window 200000 --threshold 75',
  )
    .argument('<task>', taskHelp)
    .option('--window <tokens>', 'context window of the model', tokens)
    .option('--profile <id>', 'take window, output limit and threshold from a profile instead')
    .option('--max-tokens <tokens>', 'output limit of the model; 8,192 are reserved without one', count)
    .option('--threshold <percent>', 'global threshold, 5 to 100; the policy’s without it', percent)
    .option('--profile-threshold <percent>', 'threshold of the profile; -1 inherits the global one', number)
    .option('--no-auto', 'automatic condensation is off, whatever the policy says')
    .addOption(
      new Option(
        '--counter <name>',
        'how messages are counted: roo-classic adds half again and counts tool blocks as 0',
      ).choices(['full', 'roo-classic']),
    )
    .action((task: string, options: StatusOptions) =>
      run(async (context) => (await import('../commands/status.ts')).statusCommand(task, options, context)),
    )
  command(
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
    .action((options: CostOptions) =>
      run(async (context) => (await import('../commands/cost.ts')).costCommand(options, context)),
    )
}
